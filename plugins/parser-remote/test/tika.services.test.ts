import { readFileSync } from "node:fs";
import { parserConformance } from "@quarry/plugin-testkit";
import { addressOf } from "@quarry/services";
import { describe, expect, it } from "vitest";
import plugin from "../src/index.ts";
import { readRemote } from "./read-remote.ts";

const settings = { protocol: "tika", url: addressOf("tika") };
const libraryFile = (name: string): Buffer =>
  readFileSync(new URL(`../../../apps/server/demo/library/${name}`, import.meta.url));

const LIBRARY = {
  pdf: libraryFile("quarry-handbook.pdf"),
  docx: libraryFile("operators-guide.docx"),
  pptx: libraryFile("product-tour.pptx"),
  xlsx: libraryFile("limits-and-settings.xlsx"),
  html: libraryFile("rest-guide.html"),
  md: libraryFile("plugin-authors.md"),
  txt: libraryFile("glossary-and-faq.txt"),
};

/** Tika finds no text in pictures without Tesseract. */
const TYPES = [...Object.keys(LIBRARY), "csv", "json", "xml"];

const table = "part,price\nvalve,12\nseal,3\n";

parserConformance(
  { ...plugin, capabilities: { ...plugin.capabilities, fileTypes: TYPES } },
  {
    settings,
    ownKinds: ["pdf"],
    files: [
      ...Object.entries(LIBRARY).map(([type, bytes]) => ({ filename: `library.${type}`, bytes })),
      { filename: "parts.csv", bytes: Buffer.from(table), phrases: [{ text: "valve" }] },
      { filename: "parts.json", bytes: Buffer.from('{"part": "valve", "price": 12}'), phrases: [{ text: "valve" }] },
      { filename: "parts.xml", bytes: Buffer.from("<parts><part>valve</part></parts>"), phrases: [{ text: "valve" }] },
    ],
  },
);

describe("the demo library read by Tika", () => {
  it("includes all pages of the PDF", async () => {
    const { blocks, info } = await readRemote(settings, {
      filename: "a.pdf",
      bytes: LIBRARY.pdf,
    });
    const pages = new Set(blocks.map(({ page }) => page));
    expect(info.pageCount).toBeGreaterThan(10);
    expect([...pages]).toEqual(Array.from({ length: info.pageCount! }, (_, index) => index + 1));
  });

  it("includes the slides of the presentation and the sheets of the workbook", async () => {
    for (const type of ["pptx", "xlsx"] as const) {
      const { blocks } = await readRemote(settings, {
        filename: `a.${type}`,
        bytes: LIBRARY[type],
      });
      const pages = [...new Set(blocks.map(({ page }) => page))];
      expect(pages.length).toBeGreaterThan(1);
      expect(pages).toEqual(pages.map((_, index) => index + 1));
    }
  });

  it("includes the headings and tables of the Word document", async () => {
    const { blocks } = await readRemote(settings, { filename: "a.docx", bytes: LIBRARY.docx });
    const kinds = new Set(blocks.map(({ kind }) => kind));
    expect([...kinds]).toEqual(expect.arrayContaining(["heading", "paragraph", "table_header", "table_row"]));
  });
});
