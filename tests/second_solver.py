"""cvc5, a solver other than z3: its `verdicts` on questions in SMT-LIB.

It answers in a process of its own, which the system ends at a question that takes too long: cvc5
does not always see its own limit.
"""

import json
import resource
import signal
import subprocess
import sys

# Coverings decide most questions in milliseconds, and linear lemmas nearly all others in a second.
# Each with the seconds of the processor for a question; what is open takes twice as long.
WAYS = (({"nl-cov": "true", "nl-ext": "none"}, 1), ({}, 3))


def verdicts(questions: list[str]) -> dict[str, str]:
    """cvc5's verdict on each question: unsat, sat, or open where it finds neither in time."""
    found = dict.fromkeys(questions, "open")
    for options, seconds in WAYS:
        left = [question for question, answer in found.items() if answer == "open"]
        found |= zip(left, _answers(left, options, seconds), strict=True)
    return found


def _answers(questions: list[str], options: dict[str, str], seconds: int) -> list[str]:
    found: list[str] = []
    while len(found) < len(questions):
        done = subprocess.run(
            [sys.executable, __file__],
            input=json.dumps([questions[len(found) :], options, seconds]),
            capture_output=True,
            text=True,
            timeout=3600,
        )
        if done.returncode not in (0, -signal.SIGXCPU):
            raise RuntimeError(f"cvc5 broke off: {done.stderr}")
        found += done.stdout.split()
        found += ["open"] * (done.returncode != 0)
    return found


# In the other process


def _main() -> None:
    questions, options, seconds = json.load(sys.stdin)
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    for question in questions:
        used = resource.getrusage(resource.RUSAGE_SELF)
        limit = int(used.ru_utime + used.ru_stime) + 1 + seconds
        resource.setrlimit(resource.RLIMIT_CPU, (limit, most))
        print(_answer(question, options), flush=True)


def _answer(question: str, options: dict[str, str]) -> str:
    import cvc5

    solver = cvc5.Solver(cvc5.TermManager())
    for name, value in options.items():
        solver.setOption(name, value)
    parser = cvc5.InputParser(solver)
    text = f"(set-logic QF_NRA)\n{question}"
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "question")
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said += command.invoke(solver, parser.getSymbolManager())
    if said.strip() in ("sat", "unsat"):
        return said.strip()
    if not said.startswith("unknown"):
        raise ValueError(f"cvc5 says {said!r} of {question}")
    return "open"


if __name__ == "__main__":
    _main()
