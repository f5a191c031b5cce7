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
  ])("accepts a valid $type event", (event) => expect(checkEvent(event)).toBe(event));

  test.each<readonly [string, unknown, RegExp]>([
    ["undefined", undefined, /^an event of the type nothing$/],
    ["a string", "block", /^an event of the type nothing$/],
    ["an unknown type", { type: "blocks" }, /^an event of the type "blocks"$/],
    ["a missing block", { type: "block" }, /^block nothing, which may be an object$/],
    ["an unknown kind", block({ kind: "footer" }), /^block\.kind "footer", which may be heading, /],
    ["text as bytes", block({ text: new Uint8Array(1) }), /^block\.text an object, which may be a text$/],
    ["an invalid level", block({ level: 7 }), /^block\.level 7, which may be 1 to 6$/],
    ["page 0", block({ page: 0 }), /^block\.page 0, which may be a whole number from 1, or null$/],
    ["a page as a string", block({ page: "1" }), /^block\.page "1"/],
    ["a fractional table id", block({ tableId: 1.5 }), /^block\.tableId 1\.5/],
    ["invalid cells", block({ cells: {} }), /^block\.cells an object, which may be a list$/],
    ["a cell beyond the text", block({ cells: [2] }), /^block\.cells 2, which may be places in the text/],
    ["two cells at one position", block({ text: "a | b", cells: [4, 4] }), /^block\.cells 4/],
    ["invalid lines", block({ lines: {} }), /^block\.lines an object, which may be a list$/],
    ["a null line", block({ lines: [null] }), /^block\.lines null/],
    ["a line beyond the text", block({ lines: [line({ start: 1 })] }), /^block\.lines\.start 1, which may be a place/],
    ["two lines at one position", block({ lines: [line({}), line({})] }), /^block\.lines\.start 0/],
    ["a line outside the page", block({ lines: [line({ x1: 1.5 })] }), /^block\.lines\.x1 1\.5, which may be 0 to 1$/],
    ["a line with a NaN coordinate", block({ lines: [line({ y0: Number.NaN })] }), /^block\.lines\.y0 NaN/],
    ["null info", { type: "info", info: null }, /^info null/],
    ["NaN progress", { type: "progress", done: Number.NaN }, /^progress\.done NaN/],
    ["a negative total", { type: "progress", done: 1, total: -1 }, /^progress\.total -1/],
    [
      "an infinite uncounted time",
      { type: "uncounted_time", milliseconds: Infinity },
      /^uncounted_time\.milliseconds Infinity/,
    ],
    ["a negative uncounted time", { type: "uncounted_time", milliseconds: -5 }, /^uncounted_time\.milliseconds -5/],
  ])("rejects %s", (_, event, message) => expect(() => checkEvent(event)).toThrow(message));
});

test("checkParser and checkEvents reject values that are no parser and no async iterable", () => {
  expect(() => checkParser({ read: () => undefined })).toThrow(/^an object where a parser/);
  expect(() => checkEvents([])).toThrow(/^an empty array where an async iterable must come from parse$/);
  expect(() => checkEvents(undefined)).toThrow(/^nothing where an async iterable/);
});
