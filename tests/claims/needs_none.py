"""Numbers in prose that nothing has to compute: names, years, and where counting begins."""

ANYWHERE = [
    # Years, minutes, and names.
    r"\[[^\]]*\b(?:19|20)\d\d[a-z]?\]|[Ss]ince 2024|after 2024|(?:February|July|in) 202[56]",
    r"^# \d+\. |\[\d+\. [^\]]+\]|(?:about|in|of) \d+ minutes|\{notes\} \d+",
    r"\[?[Cc]hapters? \[?\d+\]?(?:(?:,| and| to|–) ?\[?\d+\]?)*",
    r"(?:section|table|version|page|step|issue|pull request|transformers|Python) \d+(?:\.\d+)?",
    # An issue of a program, and the version that was read.
    r"\[[\w.−]+ \d{2,5}\]|and \[4097\]|[Ss]tarting text 00\d",
    r"(?:Llama|Gemma|Mistral|SmolLM|GLM|ERNIE|DeepSeek|V2)(?: to | and |[ −])V?\d(?:\.\d| to 3)?",
    # The usual base, and the usual interval.
    r"(?<!−)\b10,?000\b|95% interval",
    # Counting begins at 0, and ranges end at 1.
    r"(?:[Pp]air|[Cc]olumn|[Rr]ow|[Pp]osition|[Oo]ffset|[Ww]ord|[Pp]lace)s? 0\b(?: and 1 cannot)?",
    r"counted (?:from )?0|not at 0|1, 2,(?: 3,)? …|pair 1 makes|positions from [01]|2j \+ 1",
    r"from (?:0|−1) to(?: 1\b)?|from 1 (?:to(?: −1)?|down)|between 0 and 1|is 0 or 1",
    # What a one or a zero stands for.
    r"1 means (?:100%|that)|a? ?0 that it does not|A 1 says|holds a 1 for|a fade of 1",
    r"a little below 1|step other than 1|softmax gives 1|a single 1 in|all its other entries are 0",
    # Hours, and an example.
    r"23:00 (?:is near|near|is as near to) 0:00(?: as 1:00 is)?|beat of bar 5",
    r"place 2 comes after place 1",
]
#: What a page counts otherwise, and what a teacher chooses.
ON_A_PAGE = {
    # tests/project and tests/site hold minutes, megabytes, and how many models are known.
    "index": [r"\| \d+ \|", r"loads about \d+ MB"],
    "your_table": [r"loads about \d+ MB"],
    "your_config": [r"loads about \d+ MB|more than \d+", r"width/2"],
    "your_question": [r"width/2", r"positions begin at 2"],
    "README": [r"Python 3\.11 to 3\.14|Jupyter Book [12]|CC BY 4\.0"],
    "teaching": [
        r"\| \d+ \||\d+–\d+ \||[Mm]inutes? \d+(?: to \d+)?|7 for T5",
        r"Reject 0, |L − 1\)|[dp] = [08]|kω = 0|j = 0|not 1\.|problem set \d|columns 0 to 5",
        r"row 3 together|began at 1|position 62",
        r"8 columns and with 16, from 64 rows and from 1000",
    ],
    "lesson": [r"% minute \d+|Reject 0, |L − 1\)|Position 3, column 2|From 0 to 3|position to 100"],
    "hour_1": [r"columns 0 to 5|position 3, base 100"],
    "hour_2": [r"position 100,000|to 10,000,000|with offset 3"],
    "hour_3": [r"from 3 on|is it 3, and not −3|Then offset 8|position 62"],
    "problem_set_1": [r"Problem set \d|## \d\.|\d+ marks|Plan \d+ minutes|and 10 for|from 0 up"],
    "problem_set_2": [r"Problem set \d|## \d\.|\d+ marks|Plan \d+ minutes|and 10 for|2 \* center"],
    "problem_set_3": [r"Problem set \d|## \d\.|\d+ marks|Plan \d+ minutes|and 10 for|may be 0"],
}
