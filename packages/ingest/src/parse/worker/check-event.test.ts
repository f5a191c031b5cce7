import type { ParserEvent } from "@quarry/plugin";
import { describe, expect, test } from "vitest";
import { checkEvent, checkEvents, checkParser } from "./check-event.ts";

const block = (fields: object): unknown => ({ type: "block", block: { kind: "paragraph", text: "a", ...fields } });

const line = (fields: object): unknown => ({ start: 0, x0: 0, y0: 0, x1: 1, y1: 1, ...fields });

describe("checkEvent", () => {
  test.each<ParserEvent>([
    { type: "block", block: { kind: "heading", text: "A", level: 6, page: null } },
    { type: "block", block: { kind: "table_row", text: "a | b", tableId: 0, page: 1 } },
    { type: "block", block: { kind: "table_row", text: "a | b | c", tableId: 0, cells: [8] } },
    { type: "block", block: { kind: "paragraph", text: "ab", lines: [{ start: 0, x0: 0, y0: 0, x1: 1, y1: 0.5 }] } },
    { type: "info", info: {} },
    { type: "progress", done: 0, total: 0.5 },
    { type: "uncounted_time", milliseconds: 0 },
  ])("$type as the contract has it", (event) => expect(checkEvent(event)).toBe(event));

  test.each<readonly [string, unknown, RegExp]>([
    ["nothing", undefined, /^an event of the type nothing$/],
    ["a text", "block", /^an event of the type nothing$/],
    ["an unknown type", { type: "blocks" }, /^an event of the type "blocks"$/],
    ["no block", { type: "block" }, /^block nothing, which may be an object$/],
    ["an unknown kind", block({ kind: "footer" }), /^block\.kind "footer", which may be heading, /],
    ["text as bytes", block({ text: new Uint8Array(1) }), /^block\.text an object, which may be a text$/],
    ["no such level", block({ level: 7 }), /^block\.level 7, which may be 1 to 6$/],
    ["page 0", block({ page: 0 }), /^block\.page 0, which may be a whole number from 1, or null$/],
    ["a page in words", block({ page: "1" }), /^block\.page "1"/],
    ["half a table", block({ tableId: 1.5 }), /^block\.tableId 1\.5/],
    ["cells that are none", block({ cells: {} }), /^block\.cells an object, which may be a list$/],
    ["a cell behind the text", block({ cells: [2] }), /^block\.cells 2, which may be places in the text/],
    ["two cells at one place", block({ text: "a | b", cells: [4, 4] }), /^block\.cells 4/],
    ["lines that are none", block({ lines: {} }), /^block\.lines an object, which may be a list$/],
    ["a line that is none", block({ lines: [null] }), /^block\.lines null/],
    ["a line behind the text", block({ lines: [line({ start: 1 })] }), /^block\.lines\.start 1, which may be a place/],
    ["two lines at one place", block({ lines: [line({}), line({})] }), /^block\.lines\.start 0/],
    [
      "a line that leaves the page",
      block({ lines: [line({ x1: 1.5 })] }),
      /^block\.lines\.x1 1\.5, which may be 0 to 1$/,
    ],
    ["a line that is nowhere", block({ lines: [line({ y0: Number.NaN })] }), /^block\.lines\.y0 NaN/],
    ["no info", { type: "info", info: null }, /^info null/],
    ["progress that is no number", { type: "progress", done: Number.NaN }, /^progress\.done NaN/],
    ["a total below 0", { type: "progress", done: 1, total: -1 }, /^progress\.total -1/],
    [
      "all the time there is",
      { type: "uncounted_time", milliseconds: Infinity },
      /^uncounted_time\.milliseconds Infinity/,
    ],
    ["time back", { type: "uncounted_time", milliseconds: -5 }, /^uncounted_time\.milliseconds -5/],
  ])("refuses %s", (_, event, message) => expect(() => checkEvent(event)).toThrow(message));
});

test("what is no parser, and what is no stream of events, is told as such", () => {
  expect(() => checkParser({ read: () => undefined })).toThrow(/^an object where a parser/);
  expect(() => checkEvents([])).toThrow(/^an empty array where an async iterable must come from parse$/);
  expect(() => checkEvents(undefined)).toThrow(/^nothing where an async iterable/);
});
