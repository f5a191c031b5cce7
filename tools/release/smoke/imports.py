"""Imports every package of an installed distribution, and holds its version to the given one: imports.py <distribution> <version>."""

import importlib
import sys
from importlib.metadata import files, version
from pathlib import PurePosixPath

distribution, expected = sys.argv[1:]
if version(distribution) != expected:
    sys.exit(f"{distribution} is installed as {version(distribution)}, not as {expected}")
folders = {PurePosixPath(file).parent for file in files(distribution) or [] if file.name == "__init__.py"}
if not folders:
    sys.exit(f"{distribution} has no package")
for folder in sorted(folders):
    importlib.import_module(".".join(folder.parts))
