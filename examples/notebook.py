# %% [markdown]
# A lock with a mistake, at a notebook. Editors open this file as cells (`# %%`); `python3 notebook.py` runs it as well.
# It is started in the folder of the examples, or gets that folder as its argument.

# %%
import pathlib
import sys

import coset

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
model = coset.Model(folder / "lock.m", defines={"N": 5})
print(coset.version(), "reads", len(model.variables), "variables and", len(model.properties), "properties")

# %% [markdown]
# Which properties hold?

# %%
results = model.check_all(time_limit=60)
for result in results:
    print(f"{str(result.verdict):9}  {result.property}")

# %% [markdown]
# How does the first one fail? A trace is a list of dictionaries: pandas takes it as it is.

# %%
failure = results[0]
print("violated for", failure.witness)
rows = [{"rule": rule, "readers": state["readers"], "writer": state["writer"]}
        for rule, state in zip([None, *failure.rules], failure.trace)]
try:
    import pandas  # type: ignore

    print(pandas.DataFrame(rows).to_string())
except ImportError:
    for row in rows:
        print(row)

# %% [markdown]
# For which numbers of processes? A row for each size.

# %%
family = coset.Model(folder / "lock.m").check_family("N", 1, 8)
print("fails for", family.failing[0])
for size in family.table():
    print(size["N"], size["who writes is alone"])

# %% [markdown]
# The lock without the mistake; and a mutex for every number of processes.

# %%
print("lock_fixed.m:", coset.Model(folder / "lock_fixed.m", defines={"N": 20}).check("who writes is alone").verdict)
proof = coset.Model(folder / "mutex.m").check_family("N", 1)
print("mutex.m, for every N:", proof.results[0].verdict, "-", proof.proofs[0])

# %% [markdown]
# Steps by chance, and by choice.

# %%
simulation = model.simulate(steps=4, seed=7)
for rule, state in zip(simulation.rules, simulation.trace):
    print(state["readers"], state["writer"], rule)
writers = [choice for choice in model.simulate(steps=0).choices() if choice.rule and "write" in choice.rule]
print(len(writers), "can begin to write")

# %% [markdown]
# One more question, and a mistake in it.

# %%
print(model.check(model.add_formula("AG EF writer")).verdict)
try:
    model.add_formula("AG EF writers")
except coset.Error as error:
    print(f"column {error.positions[0].column}: {error.positions[0].message}")
