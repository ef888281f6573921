"""Answers to the programming questions: wrong ones, and right ones that a hasty check would refuse.

The folder `answers` holds a file for each assignment, and in it, for each question, a table `wrong`
and a table `right`: a few words on the answer, and the answer itself. An answer is

- code, in which a line that ends in `# paper 2` stands in that paper alone; or
- the master's answer with changes: `[["<= 0", "< 0"], …]` puts `< 0` wherever `<= 0` stood, and
  `["", "rows = []"]` adds a line at the end; or
- another answer with changes: the list then begins with its name, which is that of an answer to the
  same question, of a piece in the table `shared`, or "the other paper's", for the master's answer
  to that; or
- an answer for each paper, under the keys `1` and `2`.

The file `every.toml` holds families: changes of the master's answer that are tried on all questions
whose answers take the arguments that they name. A question's list `fits` names the wrong ones that
leave an answer right there.
"""

import ast
import re
import tomllib
from pathlib import Path

FOLDER = Path(__file__).parent / "answers"
MARK = re.compile(r"  # paper (\d)$")


def read(assignment: str) -> dict[str, dict]:
    """The file of an assignment: by question, but for the table `shared`."""
    return tomllib.loads((FOLDER / f"{assignment}.toml").read_text())


FAMILIES = read("every")


def function(answer: str) -> tuple[str, list[str]] | None:
    """The name and the arguments of the function that an answer defines, if it defines one."""
    last = ast.parse(answer).body[-1]
    if isinstance(last, ast.FunctionDef):
        return last.name, [argument.arg for argument in last.args.args]
    return None


def varied(answer: str, family: dict, bound: set[str]) -> str | None:
    """The master's answer as a family has it, or None where its arguments are others.

    Args:
        answer: the master's, for a paper.
        family: of `every.toml`.
        bound: the names that the answer gives.
    """
    found, result = function(answer), family.get("result", "result")
    start = f"{family.get('code', '')}\n{answer}\n"
    if not found:
        lines = [f"{name} = {result.replace('result', name)}" for name in sorted(bound)]
        return None if "of" in family else start + "\n".join(lines)
    name, arguments = found
    if not {*family.get("of", [])} <= {*arguments} or {*family.get("without", [])} & {*arguments}:
        return None
    given = ", ".join(arguments)
    return f"""{start}the_answer = {name}


def {name}({given}):
    {family.get("change", "pass")}
    result = the_answer({given})
    return {result}
"""


class Answers:
    """A question's answers as code.

    Args:
        file: what `read` gives.
        question: its name.
        masters: the master's answer by paper.
    """

    def __init__(self, file: dict[str, dict], question: str, masters: dict[int, str]):
        self.wrong, self.right = file[question]["wrong"], file[question]["right"]
        self.named = self.wrong | self.right | file.get("shared", {})
        self.masters = masters

    def code(self, answer: str | list | dict, paper: int) -> str:
        """An answer as the file holds it, as code for a paper."""
        if isinstance(answer, dict):
            return self.code(answer[str(paper)], paper)
        if isinstance(answer, list):
            answer = self._changed(answer, paper)
        lines = [(MARK.search(line), line) for line in answer.strip("\n").split("\n")]
        return "\n".join(line for mark, line in lines if not mark or int(mark[1]) == paper)

    def _changed(self, answer: list, paper: int) -> str:
        code, changes = self.masters[paper], answer
        if isinstance(answer[0], str):
            name, *changes = answer
            other = name == "the other paper's"
            code = self.masters[3 - paper] if other else self.code(self.named[name], paper)
        for old, new in changes:
            code = code.replace(old, new) if old else f"{code}\n{new}"
        return code
