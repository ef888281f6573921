"""Rosters as Canvas, Moodle or a person writes them."""

import pytest

from homework import roster

CANVAS = """\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,Old homework (77)
    Points Possible,,,,,10
"One, Student",101,u1,s1,Monday,9
"Two, Student",102,u2,s_2,Monday,
"Path, Student",103,u3,../s3,Monday,
"Student, Test",104,,,Monday,
"""
MOODLE = """\ufeffIdentifier,"Full name","Email address",Status,Grade,"Maximum Grade",\
"Grade can be changed","Last modified (submission)","Last modified (grade)"
"Participant 201","Student One",s1@example.org,"Submitted for grading",,18.00,Yes,\
"Monday, 1 March 2027, 11:59 PM",-
"Participant 202","Student Two",s2@example.org,"No submission",3.00,18.00,Yes,-,-
"""


def read(tmp_path, text):
    path = tmp_path / "roster.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return roster.read(path)


def test_canvas_and_moodle(tmp_path):
    """test_collect.py has whose numbers are whose."""
    found = read(tmp_path, CANVAS)
    assert (found.kind, [*found.rows], found.refused) == ("canvas", ["s1", "s_2"], ["../s3"])
    short = read(tmp_path, "Student,ID,SIS Login ID\n    Points Possible\nOne,101,s1\n")
    assert short.numbers == {"101": "s1"}, "it shows some columns to some only"
    named = read(tmp_path, MOODLE.replace("Status", "Username").replace("No submission", "s2"))
    assert named.kind == "moodle" and named.numbers["202"] == "s2"


def test_a_file_without_ids_is_refused(tmp_path):
    with pytest.raises(ValueError, match="has no column id, but none at all; write id in place"):
        read(tmp_path, "")
    text = "Anmeldename;Nachname\ns1;A\n"
    with pytest.raises(ValueError, match="has no column id, but 'Anmeldename', 'Nachname'"):
        read(tmp_path, text)
    assert [*read(tmp_path, text.replace("Anmeldename", "id")).rows] == ["s1"], "as it says"
    with pytest.raises(ValueError, match=r"roster.csv cannot be read .*; save it as CSV in UTF-8"):
        read(tmp_path, "id\nRené\n".encode("latin-1"))


def test_what_can_name_no_folder_is_no_id(tmp_path):
    refused = ["x" * 65, "__pycache__", "=1+1", ".", "a/b", "-x"]
    found = read(tmp_path, "\n".join(["id", "x" * 64, *refused, ""]))
    assert ([*found.rows], found.refused) == (["x" * 64], refused)


def test_columns_are_known_whatever_their_case_and_what_stands_above(tmp_path):
    for text in (
        'name\tid\n"One, Student"\ts1\n\t\n',
        "\n \n;;\nID;name\ns1;A\n",
        "sep=;\r\nid;name\r\ns1;A\r\n",
        "student,id,sis login id\nA,1,s1\n",
        "identifier, USERNAME\nParticipant 1,s1\n",
    ):
        assert [*read(tmp_path, text).rows] == ["s1"]


def test_an_id_has_no_case_and_one_form(tmp_path):
    found = read(tmp_path, "id\nAnna\nRene\u0301\n")
    assert found.ids == {"anna": "Anna", "ren\u00e9": "Rene\u0301"}
    assert "ANNA" in found and "Ren\u00c9" in found and "Rene" not in found
    with pytest.raises(ValueError, match="has the id 'ANNA' twice; remove one of the rows"):
        read(tmp_path, "id\nAnna\nANNA\n")
