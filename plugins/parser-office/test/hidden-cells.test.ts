import { expect, it } from "vitest";
import { MAIN_NAMESPACES } from "./build-office.ts";
import { buildXlsx, row } from "./build-xlsx.ts";
import { linesOf, readOffice } from "./read-office.ts";

const hideRow = (xml: string, properties = 'hidden="1"'): string => xml.replace("<row ", `<row ${properties} `);

/** Builds a sheet whose column definitions precede its rows, and parses it. */
async function read(columns: string, rows: string, settings: unknown, rest: { behind?: string; parts?: object } = {}) {
  const sheet = { name: "S", rows, ...rest } as Parameters<typeof buildXlsx>[0][number];
  const cols = columns === "" ? "" : `<cols>${columns}</cols>`;
  const bytes = buildXlsx([sheet], {
    parts: {
      "xl/worksheets/sheet1.xml": `<worksheet ${MAIN_NAMESPACES.sheet}>${cols}<sheetData>${rows}</sheetData>${rest.behind ?? ""}</worksheet>`,
    },
  });
  return await readOffice("xlsx", bytes, {}, settings);
}

const ROWS =
  row(1, ["Name", "Pay", "Dept", "Note"]) +
  row(2, ["Ann", 1, "Yard", "x"]) +
  hideRow(row(3, ["Bob", 2, "Office", "y"])) +
  hideRow(row(4, ["Cy", 3, "Office", "z"]), 'ht="0" customHeight="1"') +
  row(5, ["Di", 4, "Yard", "u"]);
const COLUMNS = '<col min="2" max="2" hidden="1" width="13"/><col min="4" max="16384" width="0" customWidth="1"/>';

it("hidden cells are read by default", async () => {
  const { blocks, info } = await read(COLUMNS, ROWS, {});
  expect(blocks.map(({ text }) => text).slice(1)).toEqual([
    "Name | Pay | Dept | Note",
    "Ann | 1 | Yard | x",
    "Bob | 2 | Office | y",
    "Cy | 3 | Office | z",
    "Di | 4 | Yard | u",
  ]);
  expect(info.warnings).toBeUndefined();
});

it("with hiddenContent false, visible cells form one table, and a warning counts hidden rows and columns", async () => {
  const text = await read(COLUMNS, ROWS, { hiddenContent: false });
  expect(linesOf(text).slice(1)).toEqual([
    "table_header#1@1: Name | Dept",
    "table_row#1@1: Ann | Yard",
    "table_row#1@1: Di | Yard",
  ]);
  expect(text.info.warnings).toEqual(["Hidden content was skipped: 2 rows, 2 columns."]);
});

it("comments of hidden cells are omitted; defined tables and merged cells keep their position", async () => {
  const comments = `<comments ${MAIN_NAMESPACES.sheet}><commentList>${["A1", "B2", "A3", "C5"]
    .map((ref) => `<comment ref="${ref}"><text><t>on ${ref}</t></text></comment>`)
    .join("")}</commentList></comments>`;
  const table = `<table ${MAIN_NAMESPACES.sheet} ref="B8:D9" displayName="Open_orders"/>`;
  const rows =
    ROWS +
    row(8, ["", "No", "Item", "Sum"]) +
    row(9, ["", 7, "Bolt", 3]) +
    hideRow(row(12, ["Shared", 1])) +
    row(13, ["", 2, "seen"]);
  const { blocks } = await read(
    '<col min="2" max="2" hidden="true"/>',
    rows,
    { hiddenContent: false },
    { behind: '<mergeCells><mergeCell ref="A12:A13"/></mergeCells>', parts: { comments, table } },
  );
  expect(blocks.map(({ text }) => text).slice(4)).toEqual([
    "Open orders",
    "Item | Sum",
    "Bolt | 3",
    "Shared | seen",
    "A1: on A1",
    "C5: on C5",
  ]);
});
