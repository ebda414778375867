"""Snapshots as text files, with a text on each line."""

from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode


class TextSnapshot(SingleFileSnapshotExtension):
    file_extension = "txt"
    _write_mode = WriteMode.TEXT

    def serialize(self, data, **_):
        return "\n".join(data) + "\n"
