"""The functions of coset.h, by ctypes: their types, and nothing else."""

from __future__ import annotations

import ctypes
import os
import pathlib
from ctypes import POINTER, c_bool, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint, c_uint32, c_uint64, c_void_p
from typing import Any, Optional

NONE = c_size_t(-1).value


class Constant(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("value", c_char_p)]


class Setting(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("value", c_char_p)]


class Reading(ctypes.Structure):
    _fields_ = [
        ("language", c_int),
        ("constants", POINTER(Constant)),
        ("constant_count", c_size_t),
        ("deadlock", c_int),
        ("loop_limit", c_uint32),
        ("formulas", POINTER(c_char_p)),
        ("generators", POINTER(c_char_p)),
        ("hints", POINTER(c_char_p)),
        ("formula_count", c_size_t),
        ("generator_count", c_size_t),
        ("hint_count", c_size_t),
        ("dialect", c_int),
        ("cpp", c_bool),
        ("no_inferred_scalarsets", c_bool),
    ]


Interrupted = ctypes.CFUNCTYPE(c_bool, c_void_p)


class Options(ctypes.Structure):
    _fields_ = [
        ("time_limit", c_double),
        ("memory_limit", c_size_t),
        ("engine", c_int),
        ("symmetry", c_int),
        ("no_traces", c_bool),
        ("fail_fast", c_bool),
        ("interrupted", Interrupted),
        ("context", c_void_p),
        ("jobs", c_uint),
        ("checkpoint", c_char_p),
        ("resume", c_char_p),
        ("every", c_double),
        ("verify_generators", c_int),
        ("settings", POINTER(Setting)),
        ("setting_count", c_size_t),
    ]


class Range(ctypes.Structure):
    _fields_ = [
        ("constant", c_char_p),
        ("low", c_int64),
        ("high", c_int64),
        ("shown", POINTER(c_int64)),
        ("states", c_bool),
    ]


class Steering(ctypes.Structure):
    _fields_ = [
        ("seed", c_uint64),
        ("starts", POINTER(c_char_p)),
        ("constraints", POINTER(c_char_p)),
        ("start_count", c_size_t),
        ("constraint_count", c_size_t),
        ("choices", c_size_t),
    ]


EVERY_SIZE = 2**63 - 1

_model, _result, _family, _simulation, _text = c_void_p, c_void_p, c_void_p, c_void_p, c_void_p
_error = POINTER(c_void_p)
_functions: dict[str, tuple[Any, ...]] = {
    "coset_version": (c_char_p,),
    "coset_open_file": (_model, c_char_p, POINTER(Reading), _error),
    "coset_open_text": (_model, c_char_p, c_char_p, c_size_t, POINTER(Reading), _error),
    "coset_close": (None, _model),
    "coset_free_text": (None, _text),
    "coset_warnings": (c_char_p, _model),
    "coset_variable_count": (c_size_t, _model),
    "coset_variable_name": (c_char_p, _model, c_size_t),
    "coset_variable_is_input": (c_bool, _model, c_size_t),
    "coset_property_count": (c_size_t, _model),
    "coset_property_name": (c_char_p, _model, c_size_t),
    "coset_property_text": (c_char_p, _model, c_size_t),
    "coset_add_formula": (c_size_t, _model, c_char_p, _error),
    "coset_check": (_result, _model, c_size_t, POINTER(Options)),
    "coset_check_all": (c_int, _model, POINTER(Options), POINTER(_result)),
    "coset_count_states": (_text, _model, POINTER(Options), _error),
    "coset_count_orbits": (_text, _model, POINTER(Options), _error),
    "coset_messages": (c_char_p, _model),
    "coset_symmetry_used": (c_char_p, _model),
    "coset_result_free": (None, _result),
    "coset_result_verdict": (c_int, _result),
    "coset_result_property": (c_size_t, _result),
    "coset_result_reason": (c_char_p, _result),
    "coset_result_runtime_error": (c_char_p, _result),
    "coset_result_vacuous": (c_char_p, _result),
    "coset_result_witness": (c_char_p, _result),
    "coset_result_seconds": (c_double, _result),
    "coset_result_number": (c_bool, _result, POINTER(c_int64)),
    "coset_result_method": (c_char_p, _result),
    "coset_result_assumption": (c_char_p, _result, c_size_t),
    "coset_trace_length": (c_size_t, _result),
    "coset_trace_loop": (c_size_t, _result),
    "coset_trace_ends": (c_bool, _result),
    "coset_trace_value": (c_char_p, _result, c_size_t, c_size_t),
    "coset_trace_number": (c_bool, _result, c_size_t, c_size_t, POINTER(c_int64)),
    "coset_trace_rule": (c_char_p, _result, c_size_t),
    "coset_trace_variable_count": (c_size_t, _result),
    "coset_trace_variable_name": (c_char_p, _result, c_size_t),
    "coset_check_family": (_family, _model, POINTER(Range), POINTER(Options), _error),
    "coset_family_free": (None, _family),
    "coset_family_property_count": (c_size_t, _family),
    "coset_family_property_name": (c_char_p, _family, c_size_t),
    "coset_family_property_text": (c_char_p, _family, c_size_t),
    "coset_family_result": (_result, _family, c_size_t),
    "coset_family_shown": (c_bool, _family, c_size_t, POINTER(c_int64)),
    "coset_family_verdict": (c_int, _family, c_size_t, c_int64),
    "coset_family_is_proved": (c_bool, _family, c_size_t),
    "coset_family_proof": (c_char_p, _family, c_size_t),
    "coset_invariant": (_text, _model, POINTER(_result), c_size_t, POINTER(Options), POINTER(c_size_t), _error),
    "coset_family_invariants": (c_char_p, _family),
    "coset_family_states": (c_char_p, _family, c_int64),
    "coset_simulate": (_simulation, _model, POINTER(Steering), _error),
    "coset_simulation_free": (None, _simulation),
    "coset_simulation_run": (c_size_t, _simulation, c_size_t),
    "coset_simulation_choices": (c_size_t, _simulation),
    "coset_simulation_take": (c_bool, _simulation, c_size_t),
    "coset_simulation_undo": (c_bool, _simulation),
    "coset_simulation_end": (c_char_p, _simulation),
    "coset_simulation_remarks": (c_char_p, _simulation),
    "coset_simulation_trace": (_result, _simulation),
    "coset_simulation_choice": (_result, _simulation, c_size_t),
}


def _load() -> ctypes.CDLL:
    beside = pathlib.Path(__file__).with_name("libcoset.so")
    library = ctypes.CDLL(os.environ.get("COSET_LIBRARY") or str(beside))
    for name, (result, *arguments) in _functions.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library


lib = _load()


def take_text(pointer: Optional[int]) -> str:
    """A text that is the caller's: read, and freed."""
    if not pointer:
        return ""
    text = ctypes.string_at(pointer).decode("utf-8", "replace")
    lib.coset_free_text(pointer)
    return text


def text_or_none(value: Optional[bytes]) -> Optional[str]:
    return None if value is None else value.decode("utf-8", "replace")
