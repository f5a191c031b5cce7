"""Makes the Python classes of Quarry's plugin contracts in src: python generate.py [folder of the .proto files]."""

import sys
from importlib.resources import files
from pathlib import Path

from grpc_tools import protoc

HERE = Path(__file__).resolve().parent
OUT = HERE / "src"

# The generated modules import each other by this name, so that it lies at the root.
PACKAGE = "quarry/plugin/v1"


def main() -> int:
    contract = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parents[1] / "proto"
    sources = sorted(str(file) for file in (contract / PACKAGE).glob("*.proto"))
    if not sources:
        print(f"{contract} holds no {PACKAGE}", file=sys.stderr)
        return 2
    out = [f"--{kind}_out={OUT}" for kind in ("python", "pyi", "grpc_python")]
    return protoc.main(["protoc", f"-I{contract}", f"-I{files('grpc_tools') / '_proto'}", *out, *sources])


if __name__ == "__main__":
    sys.exit(main())
