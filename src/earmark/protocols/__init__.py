"""What is asked of a rater: protocols as data.

A protocol is a folder with a ``protocol.yaml``, its guideline pages and its examples. `load` turns it into
a `Protocol`, or raises `ProtocolError` with every fault at its file, line and column.
"""
