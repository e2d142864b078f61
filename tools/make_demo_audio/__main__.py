"""Makes or checks the demo data: `python -m make_demo_audio [--check] FOLDER`."""

import argparse
import sys
from pathlib import Path

from . import check, write


def main() -> int:
    """Run the command; 0 done, 1 when a check found something wrong."""
    parser = argparse.ArgumentParser(prog="make_demo_audio", description=__doc__)
    parser.add_argument("folder", type=Path, help="folder of the demo data")
    parser.add_argument("--check", action="store_true", help="measure the files, write nothing")
    arguments = parser.parse_args()
    if not arguments.check:
        write.everything(arguments.folder)
        return 0
    problems = check.problems(arguments.folder)
    sys.stdout.writelines(f"{problem}\n" for problem in problems or ["all as it should be"])
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
