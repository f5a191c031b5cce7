import { parserConformance } from "@quarry/plugin-testkit";
import plugin from "../src/index.ts";
import { kindOf, READ_TYPES } from "../src/file-kinds.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);

const NOTEBOOK = JSON.stringify({
  nbformat: 4,
  cells: [
    { cell_type: "markdown", source: ["# Pumps\n", "A [valve](https://valves.example/12) closes."] },
    { cell_type: "code", source: "turn(left)", outputs: [{ output_type: "stream", text: ["12 turns\n"] }] },
  ],
});

const CONTENTS = {
  code: "def turn(valve):\n    return 12\n",
  json: '{"part": "valve"}\n{"part": "seal"}\n',
  markdown: "# Pump\n\nIt pumps water.\n",
  plain: "The valve is closed.\n",
  rst: "Pumps\n=====\n\nThe valve is closed.\n",
  notebook: NOTEBOOK,
} as const;

/** Types for which the tests only check that they are read. */
const FURTHER = READ_TYPES.flatMap((type) => {
  const kind = kindOf(type);
  if (["txt", "md", "csv", "tsv", "json", "xml"].includes(type) || kind === "delimited" || kind === "xml") return [];
  return [{ filename: `further.${type}`, bytes: bytes(CONTENTS[kind]) }];
});

parserConformance(plugin, {
  files: [
    ...FURTHER,
    {
      filename: "notes.txt",
      bytes: bytes(
        "The pump is on the second floor.\nCall Zoë first.\n\nSpare parts lie in the cellar.\n\fPage two begins.\n",
      ),
      phrases: [
        { text: "Zoë", page: 1 },
        { text: "Spare parts lie", page: 1 },
        { text: "Page two begins.", page: 2 },
      ],
    },
    {
      filename: "manual.md",
      bytes: bytes(
        "---\ntitle: The manual\n---\n# Pump\n\nIt *pumps* [water](https://example.org).\n\n## Parts\n\n- valve\n- seal\n\n| Part | Price |\n| --- | --- |\n| valve | 12 |\n\n```\nturn(left)\n```\n\n> Never dry.\n",
      ),
      phrases: [
        { text: "It pumps water.", page: null },
        { text: "Part | Price", page: null },
        { text: "valve | 12" },
        { text: "turn(left)" },
        { text: "Never dry." },
      ],
      headings: [
        ["Pump", 1],
        ["Parts", 2],
      ],
    },
    {
      filename: "prices.csv",
      bytes: bytes('part;price;note\r\nvalve;12;"new; ""rare"""\r\nseal;3;two\r\n'),
      phrases: [{ text: "part | price | note" }, { text: 'valve | 12 | new; "rare"' }],
    },
    { filename: "prices.tsv", bytes: bytes("part\tprice\nvalve\t12\n"), phrases: [{ text: "valve | 12" }] },
    { filename: "data.json", bytes: bytes('{\n  "part": "valve"\n}\n'), phrases: [{ text: "part: valve" }] },
    { filename: "data.xml", bytes: bytes("<parts>\n  <part>valve</part>\n</parts>\n"), phrases: [{ text: "valve" }] },
  ],
});
