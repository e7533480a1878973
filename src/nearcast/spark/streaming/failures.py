"""What went wrong in a stream, in one line: Spark tells it in several pages."""

from __future__ import annotations

import re

# The last line of a worker's traceback begins with the class of what was raised.
RAISED = re.compile(r"^(nearcast\.errors\.\w+|[\w.]*(?:Error|Exception)): (.*)$", re.MULTILINE)
CAUSE = re.compile(r"^Caused by: ([\w.$]+): (.*)$", re.MULTILINE)


def told_by(error: BaseException) -> str:
    """Return the reason that lies deepest in what Spark says."""
    text = str(error)
    for pattern in (RAISED, CAUSE):
        found = pattern.findall(text)
        if found:
            kind, reason = found[-1]
            return f"{kind.rsplit('.', 1)[-1]}: {reason}"
    return text.strip().split("\n", 1)[0]
