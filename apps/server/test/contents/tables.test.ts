import { beforeAll, describe, expect, test } from "vitest";
import { documentsPath, type Failure } from "../harness/api.ts";
import type { Document } from "../harness/resources.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";

const server = useSharedServer();
const SHELF = "shelf";

interface Table {
  readonly table: number;
  readonly caption: string | null;
  readonly header: readonly { readonly cells: readonly string[] }[];
  readonly rows: readonly { readonly cells: readonly string[] }[];
  readonly offset: number;
  readonly row_count: number;
  readonly truncated: boolean;
  readonly page_from: number | null;
  readonly page_to: number | null;
  readonly section: readonly string[];
}

interface Tables {
  readonly tables: readonly Table[];
  readonly total: number;
}

const put = (filename: string, bytes: Uint8Array | string): Promise<Document> =>
  server.api.ingest({ collection: SHELF, filename, bytes });

const pathOf = (document: Document, rest = ""): string => `${documentsPath(SHELF, document.id)}/tables${rest}`;

const tablesOf = (document: Document, query = ""): Promise<Tables> =>
  server.api.expect<Tables>(200, "GET", pathOf(document, query));

const tableOf = (document: Document, table: number, query = ""): Promise<Table> =>
  server.api.expect<Table>(200, "GET", pathOf(document, `/${table}${query}`));

const rowsIn = (metadata: object) =>
  (metadata as { readonly table: { readonly number: number; readonly first_row: number; readonly last_row: number } })
    .table;

const cellsOf = (rows: Table["rows"]): (readonly string[])[] => rows.map(({ cells }) => cells);

const ROWS = 3_000;
const rowOf = (at: number): string[] => [
  `P-${at}`,
  at % 3 === 0 ? "" : `pump "${at}", large`,
  `=1+${at}`,
  `${at} | ${at}`,
];
const HEADER = ["part", "name", "formula", "stroke"];
const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => `${row.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\r\n`)
    .join("");

let parts: Document;
let page: Document;
let csv = "";

beforeAll(async () => {
  await server.api.createCollection(SHELF, { chunk_size: 128, chunk_overlap: 16 });
  csv = csvOf([HEADER, ...Array.from({ length: ROWS }, (_, at) => rowOf(at))]);
  parts = await put("parts.csv", csv);
  const filler = "<p>The boats of the harbour are counted every spring, and the piers with them.</p>".repeat(12);
  page = await put(
    "harbour.html",
    `<h1>Harbour</h1>${filler}<h2>Boats</h2><table><caption>Boats by size</caption><tr><th>Size<th colspan=2>Count` +
      `<tr><th>Size<th>2023<th>2024<tr><td rowspan=2>small<td>4<td>5<tr><td>6<td>7</table>${filler}` +
      `<h2>Piers</h2><table><tr><td>north<td>12<tr><td>south<td></table>${filler}`,
  );
});

describe("the tables of a document", () => {
  test("are listed with caption, section and first rows", async () => {
    const { tables, total } = await tablesOf(page);
    expect(total).toBe(2);
    const [boats, piers] = tables;
    expect(boats).toMatchObject({
      ...{ table: 1, caption: "Boats by size", section: ["Harbour", "Boats"], row_count: 2, truncated: false },
      ...{ offset: 0, page_from: null, page_to: null },
    });
    expect(cellsOf(boats!.header)).toEqual([
      ["Size", "Count", "Count"],
      ["Size", "2023", "2024"],
    ]);
    expect(cellsOf(boats!.rows)).toEqual([
      ["small", "4", "5"],
      ["small", "6", "7"],
    ]);
    expect(piers).toMatchObject({ table: 2, caption: null, header: [], section: ["Harbour", "Piers"], row_count: 2 });
    expect(cellsOf(piers!.rows)).toEqual([["north", "12"], ["south"]]);
    expect(await tablesOf(page, "?offset=1&limit=1&rows=1")).toEqual({
      tables: [{ ...piers, rows: piers!.rows.slice(0, 1), truncated: true }],
      total: 2,
    });
    expect((await tablesOf(page, "?rows=0")).tables.map(({ rows, truncated }) => [rows, truncated])).toEqual([
      [[], true],
      [[], true],
    ]);
  });

  test("return any range of rows, with the header and exact cells", async () => {
    const { rows, header, ...table } = await tableOf(parts, 1, "?offset=2500&limit=3");
    expect(table).toMatchObject({ offset: 2500, row_count: ROWS, truncated: true });
    expect(cellsOf(header)).toEqual([HEADER]);
    expect(cellsOf(rows)).toEqual([rowOf(2500), rowOf(2501), rowOf(2502)]);
    expect(cellsOf((await tableOf(parts, 1, "?offset=2999")).rows)).toEqual([rowOf(2999)]);
    expect(await tableOf(parts, 1, "?offset=3000")).toMatchObject({ rows: [], truncated: false });
    expect((await tableOf(parts, 1)).rows).toHaveLength(100);
  });

  test("are returned as CSV, identical to an uploaded CSV file", async () => {
    const answer = await server.api.call("GET", pathOf(parts, "/1/csv"));
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toContain("parts.csv-1.csv");
    expect(answer.text).toBe(csv);
    const boats = await server.api.call("GET", pathOf(page, "/1/csv"));
    expect(boats.text).toBe("Size,Count,Count\r\nSize,2023,2024\r\nsmall,4,5\r\nsmall,6,7\r\n");
    expect((await server.api.call("GET", pathOf(page, "/2/csv"))).text).toBe("north,12\r\nsouth\r\n");
  });

  test("that don't exist return 404 with the number of tables, and invalid parameters return 400", async () => {
    for (const table of [0, -1, 3]) {
      for (const rest of ["", "/csv"]) {
        const { detail } = await server.api.expect<Failure>(404, "GET", pathOf(page, `/${table}${rest}`));
        expect(detail).toMatch(new RegExp(`^table ${table} does not exist: document ".*" has 2 tables`));
      }
    }
    for (const query of ["?limit=0", "?limit=101", "?rows=101", "?offset=-1"]) {
      const { detail } = await server.api.expect<Failure>(400, "GET", pathOf(page, query));
      expect(detail).toMatch(/^(?:limit|rows|offset): must be /);
    }
    await server.api.expect<Failure>(400, "GET", pathOf(page, "/two"));
    const note = await put("note.txt", "No tables at all.");
    expect(await tablesOf(note)).toEqual({ tables: [], total: 0 });
    const { detail } = await server.api.expect<Failure>(404, "GET", pathOf(note, "/1"));
    expect(detail).toMatch(/has no tables/);
    const broken = await put("broken.pdf", "%PDF-1.7 no");
    expect((await server.api.expect<Failure>(409, "GET", pathOf(broken))).detail).toMatch(/its status is failed/);
  });

  test("with header rows only are read up to the limit of a header, and are complete as CSV", async () => {
    const names = Array.from({ length: 6_000 }, (_, at) => `<tr><th>name number ${at}<th>b</tr>`);
    const document = await put("names.html", `<table>${names.join("")}</table>`);
    const table = await tableOf(document, 1);
    expect(table).toMatchObject({ row_count: 0, rows: [], truncated: false });
    expect(table.header.length).toBeGreaterThan(1_000);
    expect(table.header.length).toBeLessThan(6_000);
    const lines = (await server.api.call("GET", pathOf(document, "/1/csv"))).text;
    expect(lines).toBe(names.map((_, at) => `name number ${at},b\r\n`).join(""));
  });

  test("don't exist for a document given as chunks", async () => {
    const json = { chunks: [{ text: "a | b" }] };
    const { id } = await server.api.expect<Document>(201, "POST", documentsPath(SHELF), { json });
    const input = await server.api.settled(SHELF, id);
    expect(await tablesOf(input)).toEqual({ tables: [], total: 0 });
  });
});

describe("a chunk of a table", () => {
  test("has the header and its range of rows, in lists and in results", async () => {
    const chunks = await server.api.chunks(SHELF, parts.id);
    let next = 1;
    for (const { text, metadata } of chunks) {
      const table = rowsIn(metadata);
      expect(table.number).toBe(1);
      expect(table.first_row).toBeLessThanOrEqual(next);
      expect(text.startsWith("part | name | formula | stroke\n")).toBe(true);
      expect(text.split("\n")).toHaveLength(1 + table.last_row - table.first_row + 1);
      expect(text).toContain(`P-${table.first_row - 1} |`);
      expect(text).toContain(`P-${table.last_row - 1} |`);
      next = table.last_row + 1;
    }
    expect(next).toBe(ROWS + 1);
    const { results } = await server.api.query(SHELF, { query: "P-1234", search_mode: "keyword", top_k: 1 });
    const table = rowsIn(results[0]!.metadata);
    expect(table.first_row).toBeLessThanOrEqual(1235);
    expect(table.last_row).toBeGreaterThanOrEqual(1235);
  });

  test("has the caption of its table, and other chunks have no table field", async () => {
    const chunks = await server.api.chunks(SHELF, page.id);
    const ofBoats = chunks.filter(({ text }) => text.includes("small | 4"));
    expect(ofBoats).toHaveLength(1);
    expect(ofBoats[0]!.text).toContain("Boats by size\nSize | Count | Count\nSize | 2023 | 2024\nsmall | 4 | 5");
    expect(ofBoats[0]!.metadata).toMatchObject({ table: { number: 1, first_row: 1, last_row: 2 } });
    expect(chunks[0]!.metadata).not.toHaveProperty("table");
  });

  test("retains the upload's metadata field named table", async () => {
    const document = await server.api.ingest({
      ...{ collection: SHELF, filename: "own.csv", bytes: "a,b\n1,2\n" },
      metadata: { table: "prices" },
    });
    const [chunk] = await server.api.chunks(SHELF, document.id);
    expect(chunk!.metadata).toMatchObject({ table: "prices" });
  });
});
