"""nbgrader's settings: `nbgrader --help-all` lists the others."""

from nbgrader import preprocessors

c = get_config()  # noqa: F821

c.CourseDirectory.course_id = "positional_encoding"
# A loop without an end is stopped after as many seconds, and the next cell is run.
c.ExecutePreprocessor.timeout = 60
c.ExecutePreprocessor.interrupt_on_timeout = True
# What an interrupted program has printed may come late where many are marked side by side.
c.ExecutePreprocessor.iopub_timeout = 60


class KeepLastCopy(preprocessors.NbGraderPreprocessor):
    """Of a cell that a student has split or copied, the last part is marked; all are run.

    nbgrader's own DeduplicateIds leaves empty settings in the others. It then takes the notebook
    for one of an old version, and marks no other student.
    """

    def preprocess(self, nb, resources):
        seen = set()
        for cell in reversed(nb.cells):
            name = cell.metadata.get("nbgrader", {}).get("grade_id")
            if name in seen:
                del cell.metadata["nbgrader"]
            elif name:
                seen.add(name)
        return nb, resources


c.Autograde.sanitize_preprocessors = [
    preprocessors.ClearOutput,
    KeepLastCopy,
    preprocessors.OverwriteKernelspec,
    preprocessors.OverwriteCells,
    preprocessors.CheckCellMetadata,
]
