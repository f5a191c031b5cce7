import { parserConformance } from "@quarry/plugin-testkit";
import { ServedProcess } from "@quarry/remote/testing";
import { afterAll } from "vitest";
import plugin from "../src/index.ts";

const served = await ServedProcess.start({ plugin: "@quarry/parser-text" });
afterAll(() => served.close());

const TYPES = ["txt", "md", "csv", "json", "xml"];

parserConformance(
  { ...plugin, capabilities: { ...plugin.capabilities, fileTypes: TYPES } },
  {
    settings: { protocol: "quarry", url: served.address },
    files: [
      {
        filename: "notes.txt",
        bytes: Buffer.from("Call Zoë first.\n\nSpare parts lie in the cellar.\n\fPage two begins.\n"),
        phrases: [
          { text: "Zoë", page: 1 },
          { text: "Page two begins.", page: 2 },
        ],
      },
      {
        filename: "manual.md",
        bytes: Buffer.from(
          "# Pump\n\nIt *pumps* water.\n\n- valve\n\n| Part | Price |\n| --- | --- |\n| valve | 12 |\n\n> Dry.\n",
        ),
        phrases: [{ text: "It pumps water.", page: null }, { text: "Part | Price" }, { text: "Dry." }],
        headings: [["Pump", 1]],
      },
      { filename: "prices.csv", bytes: Buffer.from("part,price\nvalve,12\n"), phrases: [{ text: "valve | 12" }] },
      { filename: "data.json", bytes: Buffer.from('{ "part": "valve" }'), phrases: [{ text: "part: valve" }] },
      { filename: "data.xml", bytes: Buffer.from("<parts>\n  <part>valve</part>\n</parts>\n") },
    ],
  },
);
