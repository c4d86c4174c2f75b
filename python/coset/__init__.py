"""Coset, a symbolic model checker for systems built from many identical parts.

    import coset

    model = coset.Model("lock.m", defines={"N": 5})
    for result in model.check_all():
        print(result.property.name, result.verdict)
        for state in result.trace:
            print(state["readers"])

A model is read from a file or from a text (SMV, Murphi, PNML, AIGER, BTOR2). Traces are lists of dictionaries, one for each
state, which pandas.DataFrame takes as they are. What is wrong with a model is a coset.Error with positions.
"""

from __future__ import annotations

import ctypes
import enum
import os
import re
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union

from ._interrupt import interruptible
from ._library import (EVERY_SIZE, NONE, Constant, Options, Range, Reading, Setting, Steering, lib, take_text,
                       text_or_none)

__all__ = ["Choice", "Error", "Family", "Model", "Position", "Property", "Result", "Simulation", "State", "Value",
           "Verdict", "version"]

Value = Union[bool, int, str]
State = Dict[str, Value]


def version() -> str:
    """The version of the library."""
    return str(lib.coset_version().decode())


class Verdict(enum.Enum):
    """Of a property; ERROR: its text cannot be read."""

    HOLDS = 0
    FAILS = 1
    UNDECIDED = 2
    ERROR = 3

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True)
class Position:
    """Where something is wrong: lines and columns count from 1."""

    file: str
    line: int
    column: int
    message: str


class Error(Exception):
    """A model, a formula or an option that cannot be used. `positions` says where."""

    def __init__(self, text: str):
        super().__init__(text.strip())
        found: List[Any] = re.findall(r"^(.+?):(\d+):(\d+): error: (.*)$", text, re.MULTILINE)
        self.positions: List[Position] = [Position(f, int(l), int(c), m) for f, l, c, m in found]


@dataclass(frozen=True)
class Property:
    """A property of a model: its number from 1, its name if it has one, and its text."""

    index: int
    name: Optional[str]
    text: str

    def __str__(self) -> str:
        return self.name or self.text


_LANGUAGES = {None: 0, "smv": 1, "murphi": 2, "pnml": 3, "aiger": 4, "btor2": 5}
_DEADLOCKS = {"stuttering": 0, "stuck": 1, "off": 2}


def _texts(texts: Union[str, Sequence[str]]) -> Any:
    texts = [texts] if isinstance(texts, str) else texts
    return (ctypes.c_char_p * len(texts))(*[text.encode() for text in texts])


def _options(time_limit: float, memory_limit: int, settings: Mapping[str, Any]) -> Options:
    options = Options(time_limit=time_limit, memory_limit=memory_limit)
    array = (Setting * len(settings))()
    for place, (name, value) in zip(array, settings.items()):
        text = {True: "on", False: "off"}.get(value, value) if isinstance(value, bool) else value
        place.name, place.value = name.replace("_", "-").encode(), str(text).encode()
    options.settings, options.setting_count = array, len(settings)
    return options


def _state(pointer: int, state: int) -> State:
    values: State = {}
    for variable in range(lib.coset_trace_variable_count(pointer)):
        text = lib.coset_trace_value(pointer, state, variable)
        name = lib.coset_trace_variable_name(pointer, variable)
        if text is None or name is None:
            continue
        number, word = ctypes.c_int64(), text.decode("utf-8", "replace")
        value: Value = word
        if word in ("TRUE", "FALSE", "true", "false"):
            value = word.lower() == "true"
        elif lib.coset_trace_number(pointer, state, variable, ctypes.byref(number)):
            value = number.value
        values[name.decode("utf-8", "replace")] = value
    return values


def _states(pointer: int) -> List[State]:
    return [_state(pointer, state) for state in range(lib.coset_trace_length(pointer))]


def _rules(pointer: int) -> List[Optional[str]]:
    return [text_or_none(lib.coset_trace_rule(pointer, state)) for state in range(lib.coset_trace_length(pointer))]


class Result:
    """What was found of a property."""

    property: Property
    verdict: Verdict
    reason: Optional[str]  # why it is undecided, or in error
    runtime_error: Optional[str]  # by which it fails
    witness: Optional[str]  # of a quantified invariant that fails: for what it is violated
    vacuous: Optional[str]  # it holds only since this never happens
    method: str  # by what it was decided
    number: Optional[int]  # of COMPUTE: steps; -1 for infinity, -2 for undefined
    assumptions: List[str]  # what the verdict rests on without having been checked
    seconds: float
    trace: List[State]  # the counterexample, a dictionary for each state; empty if there is none
    rules: List[Optional[str]]  # by state: the rule of the step from it; None in SMV, and where no step follows
    loop: Optional[int]  # the lasso goes back to this state, from 0

    def __init__(self, pointer: int, prop: Property):
        self.property = prop
        self.verdict = Verdict(lib.coset_result_verdict(pointer))
        self.reason = text_or_none(lib.coset_result_reason(pointer))
        self.runtime_error = text_or_none(lib.coset_result_runtime_error(pointer))
        self.witness = text_or_none(lib.coset_result_witness(pointer))
        self.vacuous = text_or_none(lib.coset_result_vacuous(pointer))
        self.method = text_or_none(lib.coset_result_method(pointer)) or ""
        self.seconds = lib.coset_result_seconds(pointer)
        number = ctypes.c_int64()
        self.number = number.value if lib.coset_result_number(pointer, ctypes.byref(number)) else None
        self.assumptions = []
        while lib.coset_result_assumption(pointer, len(self.assumptions)) is not None:
            self.assumptions.append(lib.coset_result_assumption(pointer, len(self.assumptions)).decode())
        loop = lib.coset_trace_loop(pointer)
        self.trace = _states(pointer)
        self.rules = _rules(pointer)
        self.loop = None if not self.trace or loop == NONE else loop

    def __bool__(self) -> bool:
        return self.verdict is Verdict.HOLDS

    def __repr__(self) -> str:
        return f"<coset.Result {self.property}: {self.verdict}>"


@dataclass(frozen=True)
class Choice:
    """A state that can come next in a simulation, and the rule that leads to it (None: SMV, or an initial state)."""

    index: int
    rule: Optional[str]
    state: State


class Simulation:
    """A trace that grows, by chance (`run`) or by choice (`choices` and `take`)."""

    def __init__(self, model: "Model", pointer: int):
        self._model, self._pointer = model, pointer  # the model owns it
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def _open(self) -> int:
        self._model._open()
        return self._pointer

    def run(self, steps: int = 1) -> "Simulation":
        """So many steps by chance; an initial state comes first. There are fewer if nothing can come next: see `end`."""
        self._length += lib.coset_simulation_run(self._open(), steps + (0 if self._length else 1))
        return self

    def choices(self) -> List[Choice]:
        """What can come next: initial states while there is none, else successors of the last one."""
        found = []
        for index in range(lib.coset_simulation_choices(self._open())):
            pointer = lib.coset_simulation_choice(self._pointer, index)
            found.append(Choice(index, _rules(pointer)[0], _states(pointer)[-1]))
            lib.coset_result_free(pointer)
        return found

    def take(self, choice: Union[int, Choice]) -> "Simulation":
        """Goes on with one of the choices."""
        index = choice.index if isinstance(choice, Choice) else choice
        if index < 0 or not lib.coset_simulation_take(self._open(), index):
            raise IndexError(f"there is no choice {index}")
        self._length += 1
        return self

    def undo(self) -> "Simulation":
        """Takes the last state away."""
        if not lib.coset_simulation_undo(self._open()):
            raise IndexError("the trace is empty")
        self._length -= 1
        return self

    @property
    def trace(self) -> List[State]:
        """The states, a dictionary for each."""
        pointer = lib.coset_simulation_trace(self._open())
        states = _states(pointer)
        lib.coset_result_free(pointer)
        return states

    @property
    def rules(self) -> List[Optional[str]]:
        """By state: the rule of the step from it."""
        pointer = lib.coset_simulation_trace(self._open())
        rules = _rules(pointer)
        lib.coset_result_free(pointer)
        return rules

    @property
    def end(self) -> Optional[str]:
        """Why nothing can come next; None if something can."""
        return text_or_none(lib.coset_simulation_end(self._open()))

    @property
    def remarks(self) -> List[str]:
        """What is to be said of the last state: invariants that it violates, and run-time errors."""
        return (text_or_none(lib.coset_simulation_remarks(self._open())) or "").splitlines()


class Family:
    """What was found for all values of a constant. Lists are by property."""

    results: List[Result]  # for all sizes together, with the counterexample of a size that fails
    failing: List[List[int]]  # the sizes for which it fails; where every size is asked for, `shown` has the smallest
    proved: List[bool]  # for every size
    proofs: List[Optional[str]]  # how
    shown: List[Optional[int]]  # the size that the trace is of
    invariants: str  # that prove what is proved, in Murphi's language

    def __init__(self, pointer: int, constant: str, low: int, high: Optional[int]):
        self.constant, self.low, self.high = constant, low, high
        self.results, self.failing, self.proved, self.proofs, self.shown = [], [], [], [], []
        self.invariants = text_or_none(lib.coset_family_invariants(pointer)) or ""
        self._verdicts: List[List[Verdict]] = []
        sizes = range(low, high + 1 if high is not None else low)
        for i in range(lib.coset_family_property_count(pointer)):
            name = text_or_none(lib.coset_family_property_name(pointer, i))
            text = text_or_none(lib.coset_family_property_text(pointer, i)) or ""
            self.results.append(Result(lib.coset_family_result(pointer, i), Property(i + 1, name, text)))
            self._verdicts.append([Verdict(lib.coset_family_verdict(pointer, i, n)) for n in sizes])
            self.failing.append([n for n, verdict in zip(sizes, self._verdicts[i]) if verdict is Verdict.FAILS])
            size = ctypes.c_int64()
            self.shown.append(size.value if lib.coset_family_shown(pointer, i, ctypes.byref(size)) else None)
            self.proved.append(bool(lib.coset_family_is_proved(pointer, i)))
            self.proofs.append(text_or_none(lib.coset_family_proof(pointer, i)))

    def table(self) -> List[Dict[str, Union[int, str]]]:
        """A row for each size, a column for each property: for pandas.DataFrame. It is empty without a largest size."""
        rows: List[Dict[str, Union[int, str]]] = []
        for place in range(len(self._verdicts[0]) if self._verdicts else 0):
            row: Dict[str, Union[int, str]] = {self.constant: self.low + place}
            for result, verdicts in zip(self.results, self._verdicts):
                row[str(result.property)] = str(verdicts[place])
            rows.append(row)
        return rows


class Model:
    """A model, from a file, or from a text with `text=`, whose language is then `language=` ("smv", "murphi", ...)."""

    def __init__(self, path: Union[str, "os.PathLike[str]", None] = None, *, text: Optional[str] = None,
                 language: Optional[str] = None, defines: Optional[Mapping[str, Any]] = None,
                 formulas: Sequence[str] = (), deadlock: str = "stuttering", cpp: bool = False,
                 infer_scalarsets: bool = True):
        self._model: Optional[int] = None
        if (path is None) == (text is None):
            raise TypeError("expected a path or a text")
        if language not in _LANGUAGES:
            raise ValueError(f"unknown language {language!r}")
        constants = (Constant * len(defines or {}))()
        for place, (name, value) in zip(constants, (defines or {}).items()):
            shown = str(value).lower() if isinstance(value, bool) else str(value)
            place.name, place.value = name.encode(), shown.encode()
        reading = Reading(language=_LANGUAGES[language], constants=constants, constant_count=len(constants),
                          deadlock=_DEADLOCKS[deadlock], formulas=_texts(formulas), formula_count=len(formulas),
                          cpp=cpp, no_inferred_scalarsets=not infer_scalarsets)
        error = ctypes.c_void_p()
        if text is not None:
            encoded = text.encode()
            self._model = lib.coset_open_text(b"text", encoded, len(encoded), ctypes.byref(reading),
                                              ctypes.byref(error))
        else:
            assert path is not None
            self._model = lib.coset_open_file(os.fsencode(path), ctypes.byref(reading), ctypes.byref(error))
        if not self._model:
            raise Error(take_text(error.value))

    def close(self) -> None:
        """Gives back what it holds. Results stay; simulations of it end."""
        if self._model:
            lib.coset_close(self._model)
            self._model = None

    def __enter__(self) -> "Model":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def _open(self) -> int:
        if not self._model:
            raise ValueError("the model is closed")
        return self._model

    @property
    def warnings(self) -> str:
        """What the reader warned of, in lines with positions; "" if there is nothing."""
        return text_or_none(lib.coset_warnings(self._open())) or ""

    @property
    def variables(self) -> List[str]:
        """Their names in full."""
        model = self._open()
        return [lib.coset_variable_name(model, i).decode() for i in range(lib.coset_variable_count(model))]

    @property
    def properties(self) -> List[Property]:
        """In the order of `coset check`."""
        model = self._open()
        return [self._property(i) for i in range(lib.coset_property_count(model))]

    def _property(self, index: int) -> Property:
        model = self._open()
        return Property(index + 1, text_or_none(lib.coset_property_name(model, index)),
                        text_or_none(lib.coset_property_text(model, index)) or "")

    def _find(self, which: Union[int, str, Property]) -> int:
        if isinstance(which, Property):
            which = which.index
        for prop in self.properties:
            if which in (prop.index, prop.name) or (isinstance(which, str) and prop.text == which):
                return prop.index - 1
        raise KeyError(which)

    def add_formula(self, formula: str) -> Property:
        """Adds a formula of CTL, LTL, CTL* or, in SMV, PSL as the last property."""
        error = ctypes.c_void_p()
        index: int = lib.coset_add_formula(self._open(), formula.encode(), ctypes.byref(error))
        if index == NONE:
            raise Error(take_text(error.value))
        return self._property(index)

    def check(self, which: Union[int, str, Property], *, time_limit: float = 0, memory_limit: int = 0,
              **settings: Any) -> Result:
        """Checks one property, by its number (from 1), name or text. Settings are options of `coset check`:
        engine="explicit", symmetry="off", cone=False."""
        index = self._find(which)
        options = _options(time_limit, memory_limit, settings)
        with interruptible(options):
            pointer = lib.coset_check(self._open(), index, ctypes.byref(options))
        return self._take_all([pointer], [index])[0]

    def _check_all(self, options: Options) -> Any:
        pointers = (ctypes.c_void_p * lib.coset_property_count(self._open()))()
        with interruptible(options):
            lib.coset_check_all(self._open(), ctypes.byref(options), pointers)
        return pointers

    def check_all(self, *, time_limit: float = 0, memory_limit: int = 0, fail_fast: bool = False,
                  **settings: Any) -> List[Result]:
        """Checks all properties; they share the time. `fail_fast`: the first failure ends it, the rest is undecided."""
        options = _options(time_limit, memory_limit, settings)
        options.fail_fast = fail_fast
        pointers = self._check_all(options)
        return self._take_all(list(pointers), range(len(pointers)))

    def invariant(self, *, time_limit: float = 0, **settings: Any) -> str:
        """An inductive invariant that proves what holds, as far as IC3 finds one: declarations of the model's language,
        SMV or Murphi; "" if there is none."""
        error, proved = ctypes.c_void_p(), ctypes.c_size_t()
        options = _options(time_limit, 0, settings)
        pointers = self._check_all(options)
        with interruptible(options):
            text = lib.coset_invariant(self._open(), pointers, len(pointers), ctypes.byref(options),
                                       ctypes.byref(proved), ctypes.byref(error))
        for pointer in pointers:
            lib.coset_result_free(pointer)
        if not text:
            raise Error(take_text(error.value))
        found = take_text(text)
        return found if proved.value else ""

    def _take_all(self, pointers: Sequence[Any], indices: Sequence[int]) -> List[Result]:
        results = [Result(pointer, self._property(index)) for pointer, index in zip(pointers, indices)]
        for pointer in pointers:
            lib.coset_result_free(pointer)
        # A setting that is none leaves all undecided, and says so.
        messages = text_or_none(lib.coset_messages(self._open())) or ""
        if ": error: " in messages and all(result.verdict is Verdict.UNDECIDED for result in results):
            raise Error(messages)
        return results

    def __iter__(self) -> Iterator[Property]:
        return iter(self.properties)

    def _count(self, function: Any, time_limit: float, settings: Mapping[str, Any]) -> int:
        error = ctypes.c_void_p()
        options = _options(time_limit, 0, settings)
        with interruptible(options):
            pointer = function(self._open(), ctypes.byref(options), ctypes.byref(error))
        if not pointer:
            raise Error(take_text(error.value))
        return int(take_text(pointer))

    def count_states(self, *, time_limit: float = 0, **settings: Any) -> int:
        """The number of reachable states, exactly."""
        return self._count(lib.coset_count_states, time_limit, settings)

    def count_orbits(self, *, time_limit: float = 0, **settings: Any) -> int:
        """The number of orbits that they are in; of states, where there are no symmetries."""
        return self._count(lib.coset_count_orbits, time_limit, settings)

    def check_family(self, constant: str, low: int, high: Optional[int] = None, *, time_limit: float = 0,
                     **settings: Any) -> Family:
        """All values of a constant of a Murphi model; without `high`, a proof for every size."""
        error = ctypes.c_void_p()
        wanted = Range(constant=constant.encode(), low=low, high=EVERY_SIZE if high is None else high)
        options = _options(time_limit, 0, settings)
        with interruptible(options):
            pointer = lib.coset_check_family(self._open(), ctypes.byref(wanted), ctypes.byref(options),
                                             ctypes.byref(error))
        if not pointer:
            raise Error(take_text(error.value))
        try:
            return Family(pointer, constant, low, high)
        finally:
            lib.coset_family_free(pointer)

    def simulate(self, steps: Optional[int] = None, *, seed: int = 1, start: Union[str, Sequence[str]] = (),
                 constraint: Union[str, Sequence[str]] = (), choices: int = 100) -> Simulation:
        """A simulation, of so many steps by chance to begin with; without `steps`, it has no state yet. `start` has
        conditions on the first state, `constraint` conditions on all of them. Of more than `choices` states that can
        come next, so many are picked by chance."""
        error = ctypes.c_void_p()
        starts, constraints = _texts(start), _texts(constraint)
        steering = Steering(seed=seed, starts=starts, start_count=len(starts), constraints=constraints,
                            constraint_count=len(constraints), choices=choices)
        pointer = lib.coset_simulate(self._open(), ctypes.byref(steering), ctypes.byref(error))
        if not pointer:
            raise Error(take_text(error.value))
        simulation = Simulation(self, pointer)
        return simulation if steps is None else simulation.run(steps)
