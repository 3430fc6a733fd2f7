"""`python -m golem_codegen` is the command `golem-codegen`."""

import sys

from golem_codegen.cli import main

sys.exit(main())
