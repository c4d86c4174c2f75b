"""Builds the wheel of the package coset: the shared library by make, and the Python files beside it (PEP 517).

It needs nothing but Python, make, and what the library itself needs (tools/setup).
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sysconfig
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARY = ROOT / "build" / "pic" / "libcoset.so"


def version():
    text = (ROOT / "src" / "api" / "coset.h").read_text()
    return re.search(r'#define COSET_VERSION "([^"]+)"', text).group(1)


def metadata():
    return (
        "Metadata-Version: 2.1\nName: coset\nVersion: " + version() + "\n"
        "Summary: Coset, a symbolic model checker for systems built from many identical parts\n"
        "License: MIT\nRequires-Python: >=3.8\n"
    )


def tag():
    return "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")


def get_requires_for_build_wheel(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = pathlib.Path(metadata_directory) / f"coset-{version()}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(metadata())
    return folder.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    jobs = str(os.cpu_count() or 1)
    subprocess.run(["make", "-j", jobs, str(LIBRARY.relative_to(ROOT)), "SETUP=true"], cwd=ROOT, check=True)
    info = f"coset-{version()}.dist-info"
    files = {f"coset/{file.name}": file.read_bytes() for file in sorted((ROOT / "python" / "coset").glob("*.py*"))
             if file.is_file()}
    files["coset/py.typed"] = b""
    files["coset/libcoset.so"] = LIBRARY.read_bytes()
    files[f"{info}/METADATA"] = metadata().encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: coset\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode()
    record = ""
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = f"coset-{version()}-{tag()}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    raise RuntimeError("there is no source distribution: install from the project's folder")
