import {
  DEFAULT_PARSER_LIMITS,
  type ParsedBlock,
  ParserBudget,
  type ParserEvent,
  type ParserLimits,
} from "@quarry/plugin";
import { parserEventProblems } from "@quarry/plugin-testkit";
import { expect, test } from "vitest";
import { XhtmlReader, type XhtmlHead } from "../src/xhtml-reader.ts";

const read = (body: string, limits: Partial<ParserLimits> = {}, head = '<meta name="Content-Type" content="a/b"/>') => {
  const heads: XhtmlHead[] = [];
  const reader = new XhtmlReader(new ParserBudget({ ...DEFAULT_PARSER_LIMITS, ...limits }), {
    onHead: (found) => heads.push(found),
  });
  const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml"><head>${head}<title>x</title></head><body>${body}</body></html>`;
  const events: ParserEvent[] = [];
  // In small segments, as a network can deliver it.
  for (let at = 0; at < xhtml.length; at += 7) events.push(...reader.push(xhtml.slice(at, at + 7)));
  events.push(...reader.finish());
  expect(parserEventProblems(events)).toEqual([]);
  return { events, heads };
};
const blocks = (body: string, limits?: Partial<ParserLimits>): readonly ParsedBlock[] =>
  read(body, limits).events.flatMap((event) => (event.type === "block" ? [event.block] : []));

test("distinguishes headings, lists, quotes, code and paragraphs, also nested ones", () => {
  const body = `<h2>Stock <b>list</b></h2>loose<p>one<br/>line</p><ul><li><p>first</p></li><li>second</li></ul>
    <blockquote><p>said</p></blockquote><pre>a\n  b</pre><dl><dt>From</dt><dd>Dora</dd></dl><p/>`;
  expect(blocks(body).map(({ kind, text, level }) => [kind, text, level])).toEqual([
    ["heading", "Stock list", 2],
    ["paragraph", "loose", undefined],
    ["paragraph", "one line", undefined],
    ["list_item", "first", undefined],
    ["list_item", "second", undefined],
    ["quote", "said", undefined],
    ["code", "a\n  b", undefined],
    ["paragraph", "From", undefined],
    ["paragraph", "Dora", undefined],
  ]);
});

test("rows of a table share its id; a nested table becomes cell text, and empty rows are omitted", () => {
  const inner = "<table><tr><td>x</td><td>y</td></tr></table>";
  const body = `<table><thead><tr><th>part</th><th>shelf</th></tr></thead><tr><td><p>valve</p><p>small</p></td><td>7</td></tr>
    <tr><td></td><td> </td></tr><tr><td>${inner}</td><td>8</td></tr></table><p>after</p><table><tr><td>1</td></tr></table>`;
  expect(blocks(body).map(({ kind, text, tableId }) => [kind, text, tableId])).toEqual([
    ["table_header", "part | shelf", 1],
    ["table_row", "valve small | 7", 1],
    ["table_row", "x y | 8", 1],
    ["paragraph", "after", undefined],
    ["table_row", "1", 2],
  ]);
});

test("numbers pages, assigns a table to the page where it begins, and reports progress", () => {
  const page = (text: string) => `<div class="page"><p>${text}</p></div>`;
  const { events } = read(`${page("one")}${page("two")}<table><tr><td>cell</td></tr></table>`);
  const found = events.flatMap((event) => (event.type === "block" ? [[event.block.text, event.block.page]] : []));
  expect(found).toEqual([
    ["one", 1],
    ["two", 2],
    ["cell", 2],
  ]);
  expect(events.filter(({ type }) => type === "progress")).toHaveLength(2);
});

test("reads the media type, title, creation date and page count from the head, and decodes entities", () => {
  const head = `<meta name="Content-Type" content="text/rtf"/><meta name="dc:title" content="Gr&uuml;&#223;e"/>
    <meta name="dc:creator" content=" "/><meta name="dcterms:created" content="2026-02-03T10:00:00Z"/>
    <meta name="dcterms:created" content="yesterday"/><meta name="xmpTPg:NPages" content="3"/>`;
  const { events, heads } = read("<p>&eacute;</p>", {}, head);
  expect(heads).toEqual([{ mediaType: "text/rtf" }]);
  expect(events).toEqual([
    { type: "info", info: { title: "Grüße" } },
    { type: "info", info: { createdAt: "2026-02-03T10:00:00.000Z" } },
    { type: "info", info: { pageCount: 3 } },
    { type: "block", block: { kind: "paragraph", text: "é" } },
  ]);
});

test("blank lines of mails separate paragraphs, and very long text is split", () => {
  expect(blocks("<p>one&#13;\n&#13;\ntwo</p>").map(({ text }) => text)).toEqual(["one", "two"]);
  const long = blocks(`<p>${"word ".repeat(60_000)}${"x".repeat(250_000)}</p>`);
  expect(long.length).toBeGreaterThan(4);
  const text = long.map((block) => block.text).join(" ");
  expect(text.match(/\bword\b/g)).toHaveLength(60_000);
  expect(text.match(/x/g)).toHaveLength(250_000);
});

test("rejects text, pages and nesting above the limits", () => {
  expect(() => blocks("<p>eleven chars</p>", { maxTextCharacters: 10 })).toThrow(/characters of text/);
  expect(() => blocks('<div class="page">a</div>'.repeat(3), { maxPages: 2 })).toThrow(/3 pages/);
  expect(() => blocks(`${"<div>".repeat(60)}deep${"</div>".repeat(60)}`, { maxNesting: 50 })).toThrow(/50 deep/);
});
