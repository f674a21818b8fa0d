"""Validates a JSON tree against the schema that lies in it."""

import json
import sys

import jsonschema

folder = sys.argv[1]
with open(folder + "/notebook.schema.json") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
whole = jsonschema.Draft202012Validator(
    schema, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
)
note = whole.evolve(schema={"$ref": "#/$defs/note", "$defs": schema["$defs"]})
with open(folder + "/notebook.json") as file:
    notebook = json.load(file)
whole.validate(notebook)
with open(folder + "/notes.ndjson", newline="\n") as file:
    lines = [json.loads(line) for line in file.read().split("\n") if line]
for line in lines:
    note.validate(line)
assert lines == notebook["notes"]


def undescribed(schema, path=""):
    """Fields without a word of what they are."""
    if isinstance(schema, list):
        return [name for part in schema for name in undescribed(part, path)]
    if not isinstance(schema, dict):
        return []
    fields = schema.get("properties")
    fields = fields if isinstance(fields, dict) else {}
    missing = [f"{path}.{name}" for name, field in fields.items() if "description" not in field]
    for name, part in schema.items():
        missing += undescribed(part, f"{path}.{name}")
    return missing


assert undescribed(schema) == [], undescribed(schema)
# A schema that takes everything would prove nothing.
for spoil in ({"slug": ""}, {"created": "yesterday"}, {"photos": [{}]}, {"extra": 1}):
    try:
        note.validate({**lines[0], **spoil})
    except jsonschema.ValidationError:
        continue
    sys.exit(f"the schema accepts {spoil}")
print(f"{len(lines)} notes are valid")
