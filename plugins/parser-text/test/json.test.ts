import { describe, expect, it } from "vitest";
import { blocksOf, readText, textsOf } from "./read-text.ts";

const shapesOf = async (json: string) =>
  blocksOf(await readText("json", json)).map(({ kind, text }) => [kind, text.trimEnd()]);

describe("JSON values", () => {
  it("retain numbers as written, decoded escapes and both values of a duplicate name", async () => {
    const json =
      '\ufeff{"big": 12345678901234567890.10, "text": "\\u00e9\\ud83d\\ude00", "name": 1, "name": 2, "none": null}';
    expect(await shapesOf(json)).toEqual([
      ["list_item", "big: 12345678901234567890.10\ntext: é😀\nname: 1\nname: 2\nnone: null"],
    ]);
  });

  it("are named by their path when nested", async () => {
    expect(
      await shapesOf('{"name": "Ann", "address": {"city": "Ulm", "geo": {"lat": 48.4}}, "tags": ["a", "b"]}'),
    ).toEqual([["list_item", "name: Ann\naddress.city: Ulm\naddress.geo.lat: 48.4\ntags: a, b"]]);
  });

  it.each([
    ["42", "42"],
    ['"just words"', "just words"],
    ["true", "true"],
    ["[1, 2, 3]", "1, 2, 3"],
    ["NaN", "NaN"],
  ])("are read when they are the whole file: %s", async (json, text) => {
    expect((await shapesOf(json)).map(([, own]) => own)).toEqual([text]);
  });

  it.each(["[]", "{}", "  \n "])("yield no text for %j", async (json) => {
    expect(await shapesOf(json)).toEqual([]);
  });
});

describe("JSON records", () => {
  it("with similar fields form a table", async () => {
    const json =
      '[{"part": "valve", "price": 12}, {"part": "seal", "price": 3, "note": "new"}, {"part": "pump", "price": 1}]';
    expect(await shapesOf(json)).toEqual([
      ["table_header", "part | price | note"],
      ["table_row", "valve | 12"],
      ["table_row", "seal | 3 | new"],
      ["table_row", "pump | 1"],
    ]);
  });

  it("have a value without a column named in its row", async () => {
    const rows = Array.from({ length: 30 }, (_, id) => ({ id, name: "valve" }));
    const shapes = await shapesOf(JSON.stringify([...rows, { id: 30, name: "seal", note: "two\nlines" }]));
    expect(shapes.at(-1)).toEqual(["table_row", "30 | seal | note: two lines"]);
  });

  it("with different fields remain separate and whole", async () => {
    expect(await shapesOf('[{"a": 1, "b": "x"}, {"c": 2, "d": "y"}, {"e": 3}]')).toEqual([
      ["list_item", "a: 1\nb: x"],
      ["list_item", "c: 2\nd: y"],
      ["list_item", "e: 3"],
    ]);
  });

  it("in JSON Lines are read as a list", async () => {
    expect(await shapesOf('{"a": 1, "b": 2}\n{"a": 3, "b": 4}\r\n\n{"a": 5, "b": 6}')).toEqual([
      ["table_header", "a | b"],
      ["table_row", "1 | 2"],
      ["table_row", "3 | 4"],
      ["table_row", "5 | 6"],
    ]);
  });

  it("have long texts under the names of their record and field", async () => {
    const body = "A sentence of the body. ".repeat(100).trim();
    const records = ["Pumps", "Valves"].map((title) => ({ title, year: 2020, body }));
    expect(await shapesOf(JSON.stringify(records))).toEqual(
      ["Pumps", "Valves"].flatMap((title) => [
        ["heading", title],
        ["list_item", `title: ${title}\nyear: 2020`],
        ["heading", "body"],
        ["paragraph", body],
      ]),
    );
  });

  it("are all read in a list of 100,000", async () => {
    const one = '{"id": 7, "name": "valve", "city": "Ulm"}';
    const texts = textsOf(await readText("json", `[${`${one},`.repeat(99_999)}${one}]`));
    expect(texts).toHaveLength(100_001);
    expect(new Set(texts.slice(1))).toEqual(new Set(["7 | valve | Ulm"]));
  });
});

describe("document information", () => {
  it("comes from the document's own fields, not from its records", async () => {
    const events = await readText(
      "json",
      '{"title": "Parts", "date": "2024-01-31", "items": [{"title": "x", "author": "y"}]}',
    );
    expect(events.find((event) => event.type === "info")).toEqual({
      type: "info",
      info: { title: "Parts", createdAt: "2024-01-31T00:00:00.000Z" },
    });
  });
});

describe("invalid JSON", () => {
  it.each([
    ['{"a": 1,\n  "b": }', 'line 2, column 8: a value is expected, and "}" was found'],
    ['{"a" 1}', 'line 1, column 6: ":" is expected'],
    ["{'a': 1}", "line 1, column 2"],
    ['{"a": tru}', "line 1, column 7"],
    ["[1] ]", "line 1, column 5"],
    ['{"a": "x\ny"}', "is its quote closed?"],
    ['{"a": "\\q"}', "an unknown escape"],
    ['{"a": 1', 'the closing "}" is missing'],
    ['{"a": "b', "a closing quote is missing"],
    ["[1, 2", 'the closing "]" is missing'],
  ])("is rejected with its problem: %j", async (json, problem) => {
    await expect(readText("json", json)).rejects.toMatchObject({
      reason: "corrupt",
      message: expect.stringContaining(problem),
    });
  });

  it("is rejected with line and column counted across read boundaries", async () => {
    const json = `[\n${'{"a": "some words"},\n'.repeat(50_000)}oops]`;
    await expect(readText("json", json)).rejects.toMatchObject({
      message: expect.stringContaining("line 50002, column 1:"),
    });
  });

  it.each([
    ["just words", "plain text"],
    ["<html></html>", "XML or an HTML page"],
  ])("is rejected as another type: %j", async (text, kind) => {
    await expect(readText("json", text)).rejects.toMatchObject({
      reason: "wrong_type",
      message: expect.stringContaining(kind),
    });
  });
});
