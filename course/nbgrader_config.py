"""nbgrader's settings: `nbgrader --help-all` lists the others."""

c = get_config()  # noqa: F821

c.CourseDirectory.course_id = "positional_encoding"
# A loop without an end is stopped after as many seconds, and the next cell is run.
c.ExecutePreprocessor.timeout = 60
c.ExecutePreprocessor.interrupt_on_timeout = True
# What an interrupted program has printed may come late where many are marked side by side.
c.ExecutePreprocessor.iopub_timeout = 60
