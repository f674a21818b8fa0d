"""Validates bags with the Library of Congress' bagit: a line each, whether it is one that is whole."""

import logging
import sys

import bagit

logging.disable(logging.CRITICAL)
for path in sys.argv[1:]:
    try:
        bagit.Bag(path).validate()
        print("whole")
    except bagit.BagError as error:
        print("not whole:", str(error).replace("\n", " ")[:300])
