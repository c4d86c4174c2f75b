"""What the Python package says, as somebody at a notebook would ask it."""

import os
import signal
import sys
import threading
import unittest

import coset

if len(sys.argv) > 1:  # the project's folder
    os.chdir(sys.argv.pop(1))


class Models(unittest.TestCase):
    def test_a_session(self):
        with coset.Model("examples/lock.m", defines={"N": 5}) as model:
            self.assertEqual(model.properties[0].name, "who writes is alone")
            self.assertIn("place[Proc_5]", model.variables)
            results = model.check_all()
            self.assertEqual([str(r.verdict) for r in results], ["fails", "holds", "holds"])
            trace = results[0].trace
            self.assertEqual(len(trace), 6)
            self.assertIsNone(results[0].loop)
            self.assertEqual(trace[0]["place[Proc_1]"], "resting")
            self.assertEqual([state["readers"] for state in trace][0], 0)
            self.assertFalse(results[0])
            self.assertTrue(results[1])
            self.assertEqual(results[0].witness, "p = Proc_5, q = Proc_1")
            self.assertEqual(results[0].rules[0], "begin to read (p: Proc_1)")
            self.assertIsNone(results[0].rules[-1])
            self.assertEqual(str(results[2].property), "no deadlock")
            self.assertEqual(model.check("who writes is alone").verdict, coset.Verdict.FAILS)
            self.assertEqual(model.count_states(), model.count_states(symmetry="off"))
            self.assertLess(model.count_orbits(), model.count_states())

    def test_texts_formulas_and_lassos(self):
        model = coset.Model(text="MODULE main VAR x: boolean; n: 0..3; ASSIGN init(n) := 0;", language="smv")
        formula = model.add_formula("G F x")
        result = model.check(formula)
        self.assertEqual(result.verdict, coset.Verdict.FAILS)
        self.assertIsNotNone(result.loop)
        self.assertIs(result.trace[-1]["x"], False)
        self.assertEqual(result.trace[0]["n"], 0)
        self.assertEqual(model.check(formula.text, engine="symbolic").verdict, coset.Verdict.FAILS)
        model = coset.Model(text="MODULE main VAR n: 0..3; COMPUTE MIN [n = 0, n = 3]", language="smv")
        self.assertEqual(model.check(1).number, 1)

    def test_invariants(self):
        with open("examples/mutex.m", encoding="utf-8") as file:
            text = file.read()
        invariant = coset.Model("examples/mutex.m").invariant()
        self.assertIn("invariant", invariant)
        results = coset.Model(text=text + "\n" + invariant, language="murphi").check_all()
        self.assertTrue(all(results))
        self.assertEqual(coset.Model(text="MODULE main VAR x: boolean; INVARSPEC x", language="smv").invariant(), "")
        with self.assertRaises(coset.Error):
            coset.Model(text="aag 0 0 0 1 0\n0\n", language="aiger").invariant()

    def test_first_failure(self):
        text = "MODULE main VAR x: boolean; INVARSPEC x INVARSPEC !x LTLSPEC G F x"
        verdicts = [result.verdict for result in coset.Model(text=text, language="smv").check_all(fail_fast=True)]
        self.assertIn(coset.Verdict.FAILS, verdicts)
        self.assertIn(coset.Verdict.UNDECIDED, verdicts)

    def test_families(self):
        family = coset.Model("examples/lock.m").check_family("N", 1, 6)
        self.assertEqual(family.failing[0], [5, 6])
        self.assertEqual(family.shown[0], 5)
        self.assertEqual(len(family.results[0].trace), 6)
        family = coset.Model("examples/mutex.m").check_family("N", 1)
        self.assertTrue(family.proved[0])
        self.assertIn("proved by", family.proofs[0])
        self.assertIn("invariant", family.invariants)
        self.assertEqual(family.table(), [])

    def test_families_are_tables(self):
        table = coset.Model("examples/lock.m").check_family("N", 4, 5).table()
        self.assertEqual([(row["N"], row["who writes is alone"]) for row in table], [(4, "holds"), (5, "fails")])

    def test_simulations(self):
        model = coset.Model("examples/lock.m", defines={"N": 2})
        simulation = model.simulate(steps=20, seed=3)
        self.assertEqual(len(simulation), 21)
        self.assertEqual(simulation.trace, model.simulate(steps=20, seed=3).trace)
        for before, rule, after in zip(simulation.trace, simulation.rules, simulation.trace[1:]):
            self.assertEqual("writ" in rule, before["writer"] != after["writer"])
        simulation = model.simulate(constraint="!writer")
        self.assertEqual([c.state["writer"] for c in simulation.choices()], [False])
        self.assertEqual({c.rule for c in simulation.take(0).choices()},
                         {"begin to read (p: Proc_1)", "begin to read (p: Proc_2)"})
        self.assertEqual(simulation.take(simulation.choices()[1]).trace[-1]["place[Proc_2]"], "reading")
        self.assertEqual(len(simulation.undo().undo()), 0)
        with self.assertRaises(IndexError):
            simulation.undo()
        with self.assertRaises(IndexError):
            simulation.take(1)
        with self.assertRaises(coset.Error) as caught:
            model.simulate(start=["readers = 9 &"])
        self.assertTrue(caught.exception.positions)
        counter = coset.Model(text="MODULE main VAR n: 0..2; INIT n = 0; TRANS next(n) = n + 1; INVARSPEC n < 2",
                              language="smv")
        simulation = counter.simulate(steps=5)
        self.assertEqual([state["n"] for state in simulation.trace], [0, 1, 2])
        self.assertIn("no step", simulation.end)
        self.assertEqual(simulation.remarks, ["it violates property 1"])
        model.close()
        with self.assertRaises(ValueError):
            simulation = model.simulate()

    def test_an_interrupt_ends_a_call(self):
        model = coset.Model("examples/mutex.m", defines={"N": 60})
        with self.assertRaises(KeyboardInterrupt):
            threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
            model.check(1, symmetry="off", engine="explicit", time_limit=60)
        self.assertTrue(model.check(1))
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)

    def test_errors_have_positions(self):
        with self.assertRaises(coset.Error) as caught:
            coset.Model(text="MODULE main\nVAR x boolean;", language="smv")
        self.assertEqual([(p.line, p.column) for p in caught.exception.positions], [(2, 7)])
        with self.assertRaises(coset.Error) as caught:
            coset.Model("examples/mutex.m").add_formula("AG nothing")
        self.assertIn("nothing", caught.exception.positions[0].message)
        with self.assertRaises(coset.Error):
            coset.Model("no/such/file.smv")
        with self.assertRaises(coset.Error):
            coset.Model("examples/mutex.smv").check(1, colour="red")
        with self.assertRaises(KeyError):
            coset.Model("examples/mutex.smv").check("no such property")
        with self.assertRaises(TypeError):
            coset.Model()
        model = coset.Model("examples/mutex.smv")
        model.close()
        with self.assertRaises(ValueError):
            model.check(1)

    def test_limits_leave_properties_undecided(self):
        result = coset.Model("examples/mutex.m", defines={"N": 8}).check(1, memory_limit=1000, symmetry="off",
                                                                         engine="symbolic")
        self.assertEqual(result.verdict, coset.Verdict.UNDECIDED)
        self.assertIn("memory", result.reason)


if __name__ == "__main__":
    unittest.main()
