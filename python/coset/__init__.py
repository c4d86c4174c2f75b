"""Coset, a symbolic model checker for systems built from many identical parts.

    import coset

    model = coset.Model("lock.m", defines={"N": 5})
    for result in model.check_all():
        print(result.property.name, result.verdict)
        for state in result.trace:
            print(state["readers"])

A model is read from a file or from a text (SMV, Murphi, PNML, AIGER). Traces are lists of dictionaries, one for each
state, which pandas.DataFrame takes as they are. What is wrong with a model is a coset.Error with positions.
"""

from __future__ import annotations

import ctypes
import enum
import os
import re
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union

from ._library import EVERY_SIZE, NONE, Constant, Options, Range, Reading, Setting, lib, take_text, text_or_none

__all__ = ["Error", "Family", "Model", "Position", "Property", "Result", "Verdict", "version"]

Value = Union[bool, int, str]


def version() -> str:
    """The version of the library."""
    return lib.coset_version().decode()


class Verdict(enum.Enum):
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
        found = re.findall(r"^(.+?):(\d+):(\d+): error: (.*)$", text, re.MULTILINE)
        self.positions: List[Position] = [Position(f, int(l), int(c), m) for f, l, c, m in found]


@dataclass(frozen=True)
class Property:
    """A property of a model: its number from 1, its name if it has one, and its text."""

    index: int
    name: Optional[str]
    text: str


_LANGUAGES = {None: 0, "smv": 1, "murphi": 2, "pnml": 3, "aiger": 4}
_DEADLOCKS = {"stuttering": 0, "stuck": 1, "off": 2}


def _texts(texts: Sequence[str]):
    return (ctypes.c_char_p * len(texts))(*[text.encode() for text in texts])


def _options(time_limit: float, memory_limit: int, settings: Mapping[str, Any]) -> Options:
    options = Options(time_limit=time_limit, memory_limit=memory_limit)
    array = (Setting * len(settings))()
    for place, (name, value) in zip(array, settings.items()):
        text = {True: "on", False: "off"}.get(value, value) if isinstance(value, bool) else value
        place.name, place.value = name.replace("_", "-").encode(), str(text).encode()
    options.settings, options.setting_count = array, len(settings)
    return options


class Result:
    """What was found of a property."""

    property: Property
    verdict: Verdict
    reason: Optional[str]  # why it is undecided, or in error
    runtime_error: Optional[str]  # by which it fails
    vacuous: Optional[str]  # it holds only since this never happens
    method: str  # by what it was decided
    number: Optional[int]  # of COMPUTE: steps; -1 for infinity, -2 for undefined
    assumptions: List[str]  # what the verdict rests on without having been checked
    seconds: float
    trace: List[Dict[str, Value]]  # the counterexample, a dictionary for each state; empty if there is none
    loop: Optional[int]  # the lasso goes back to this state, from 0

    def __init__(self, pointer: int, prop: Property):
        self.property = prop
        self.verdict = Verdict(lib.coset_result_verdict(pointer))
        self.reason = text_or_none(lib.coset_result_reason(pointer))
        self.runtime_error = text_or_none(lib.coset_result_runtime_error(pointer))
        self.vacuous = text_or_none(lib.coset_result_vacuous(pointer))
        self.method = text_or_none(lib.coset_result_method(pointer)) or ""
        self.seconds = lib.coset_result_seconds(pointer)
        number = ctypes.c_int64()
        self.number = number.value if lib.coset_result_number(pointer, ctypes.byref(number)) else None
        self.assumptions = []
        while lib.coset_result_assumption(pointer, len(self.assumptions)) is not None:
            self.assumptions.append(lib.coset_result_assumption(pointer, len(self.assumptions)).decode())
        loop = lib.coset_trace_loop(pointer)
        self.trace = [self._state(pointer, state) for state in range(lib.coset_trace_length(pointer))]
        self.loop = None if not self.trace or loop == NONE else loop

    @staticmethod
    def _state(pointer: int, state: int) -> Dict[str, Value]:
        values: Dict[str, Value] = {}
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

    def __bool__(self) -> bool:
        return self.verdict is Verdict.HOLDS

    def __repr__(self) -> str:
        return f"<coset.Result {self.property.name or self.property.text}: {self.verdict}>"


class Family:
    """What was found for all values of a constant."""

    def __init__(self, pointer: int, low: int, high: Optional[int]):
        self.low, self.high = low, high
        self.results: List[Result] = []
        self.failing: List[List[int]] = []  # by property: the sizes for which it fails
        self.proved: List[bool] = []  # by property: for every size
        self.shown: List[Optional[int]] = []  # by property: the size that the trace is of
        for i in range(lib.coset_family_property_count(pointer)):
            name = text_or_none(lib.coset_family_property_name(pointer, i))
            text = text_or_none(lib.coset_family_property_text(pointer, i)) or ""
            self.results.append(Result(lib.coset_family_result(pointer, i), Property(i + 1, name, text)))
            last = high if high is not None else low - 1
            fails = Verdict.FAILS.value
            self.failing.append(
                [n for n in range(low, last + 1) if lib.coset_family_verdict(pointer, i, n) == fails])
            size = ctypes.c_int64()
            self.shown.append(size.value if lib.coset_family_shown(pointer, i, ctypes.byref(size)) else None)
            self.proved.append(bool(lib.coset_family_is_proved(pointer, i)))


class Model:
    """A model, from a file, or from a text with `text=`, whose language is then `language=` ("smv", "murphi", ...)."""

    def __init__(self, path: Union[str, "os.PathLike[str]", None] = None, *, text: Optional[str] = None,
                 language: Optional[str] = None, defines: Optional[Mapping[str, Any]] = None,
                 formulas: Sequence[str] = (), deadlock: str = "stuttering", cpp: bool = False):
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
                          cpp=cpp)
        error = ctypes.c_void_p()
        if text is not None:
            encoded = text.encode()
            self._model = lib.coset_open_text(b"text", encoded, len(encoded), ctypes.byref(reading),
                                              ctypes.byref(error))
        else:
            self._model = lib.coset_open_file(os.fspath(path).encode(), ctypes.byref(reading), ctypes.byref(error))
        if not self._model:
            raise Error(take_text(error.value))

    def close(self) -> None:
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
        return lib.coset_warnings(self._open()).decode("utf-8", "replace")

    @property
    def variables(self) -> List[str]:
        model = self._open()
        return [lib.coset_variable_name(model, i).decode() for i in range(lib.coset_variable_count(model))]

    @property
    def properties(self) -> List[Property]:
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
        index = lib.coset_add_formula(self._open(), formula.encode(), ctypes.byref(error))
        if index == NONE:
            raise Error(take_text(error.value))
        return self._property(index)

    def check(self, which: Union[int, str, Property], *, time_limit: float = 0, memory_limit: int = 0,
              **settings: Any) -> Result:
        """Checks one property, by its number (from 1), name or text. Settings are options of `coset check`:
        engine="explicit", symmetry="off", cone=False."""
        index = self._find(which)
        options = _options(time_limit, memory_limit, settings)
        pointer = lib.coset_check(self._open(), index, ctypes.byref(options))
        self._raise_messages(settings)
        return self._take(pointer, index)

    def check_all(self, *, time_limit: float = 0, memory_limit: int = 0, **settings: Any) -> List[Result]:
        model = self._open()
        count = lib.coset_property_count(model)
        pointers = (ctypes.c_void_p * count)()
        options = _options(time_limit, memory_limit, settings)
        lib.coset_check_all(model, ctypes.byref(options), pointers)
        self._raise_messages(settings)
        return [self._take(pointers[i], i) for i in range(count)]

    def _take(self, pointer: int, index: int) -> Result:
        result = Result(pointer, self._property(index))
        lib.coset_result_free(pointer)
        return result

    def _raise_messages(self, settings: Mapping[str, Any]) -> None:
        text = (lib.coset_messages(self._open()) or b"").decode("utf-8", "replace")
        if settings and re.search(r"unknown option|expected|cannot be used", text):
            raise Error(text)

    def __iter__(self) -> Iterator[Property]:
        return iter(self.properties)

    def _count(self, function: Any, time_limit: float, settings: Mapping[str, Any]) -> int:
        error = ctypes.c_void_p()
        options = _options(time_limit, 0, settings)
        pointer = function(self._open(), ctypes.byref(options), ctypes.byref(error))
        if not pointer:
            raise Error(take_text(error.value))
        return int(take_text(pointer))

    def count_states(self, *, time_limit: float = 0, **settings: Any) -> int:
        """The number of reachable states, exactly."""
        return self._count(lib.coset_count_states, time_limit, settings)

    def count_orbits(self, *, time_limit: float = 0, **settings: Any) -> int:
        return self._count(lib.coset_count_orbits, time_limit, settings)

    def check_family(self, constant: str, low: int, high: Optional[int] = None, *, time_limit: float = 0,
                     **settings: Any) -> Family:
        """All values of a constant of a Murphi model; without `high`, a proof for every size."""
        error = ctypes.c_void_p()
        wanted = Range(constant=constant.encode(), low=low, high=EVERY_SIZE if high is None else high)
        options = _options(time_limit, 0, settings)
        pointer = lib.coset_check_family(self._open(), ctypes.byref(wanted), ctypes.byref(options),
                                         ctypes.byref(error))
        if not pointer:
            raise Error(take_text(error.value))
        try:
            return Family(pointer, low, high)
        finally:
            lib.coset_family_free(pointer)
