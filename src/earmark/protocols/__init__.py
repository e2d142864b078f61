"""What is asked of a rater: protocols as data.

A protocol is a folder with a ``protocol.yaml``, its guideline pages and its examples. `load` turns it into
a `LoadedProtocol`, or raises `ProtocolError` with every fault at its file, line and column.
"""

from earmark.protocols.bundle import LoadedProtocol
from earmark.protocols.faults import ProtocolError, ProtocolFault
from earmark.protocols.load import load, load_files, names, phrasebook_of

__all__ = ["LoadedProtocol", "ProtocolError", "ProtocolFault", "load", "load_files", "names", "phrasebook_of"]
