"""Makes the Python classes of Quarry's contract beside this file: python generate.py [folder of the .proto files]."""

import sys
from importlib.resources import files
from pathlib import Path

from grpc_tools import protoc

HERE = Path(__file__).resolve().parent

# What the contract is written in. The generated modules import each other by these names, so that they lie at the root.
PACKAGES = ("quarry/v1", "quarry/options/v1", "google/api", "buf/validate")


def main() -> int:
    contract = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parents[1] / "proto"
    sources = sorted(str(file) for package in PACKAGES for file in (contract / package).glob("*.proto"))
    if not sources:
        print(f"{contract} holds no .proto files of Quarry", file=sys.stderr)
        return 2
    out = [f"--{kind}_out={HERE}" for kind in ("python", "pyi", "grpc_python")]
    return protoc.main(["protoc", f"-I{contract}", f"-I{files('grpc_tools') / '_proto'}", *out, *sources])


if __name__ == "__main__":
    sys.exit(main())
