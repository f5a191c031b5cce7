import { describe, expect, it } from "vitest";
import { RecordReader } from "../src/delimited/record-reader.ts";
import { readText, textsOf } from "./read-text.ts";

const rows = async (fileType: string, text: string): Promise<string[]> => textsOf(await readText(fileType, text));
const numbered = (count: number, delimiter: string): string =>
  Array.from({ length: count }, (_, at) => `Part${at}${delimiter}${at}\n`).join("");

describe("quotes in tables", () => {
  it.each([
    ["a line end", 'a,b\n1,"two\nlines"\n3,4\n', ["a | b", "1 | two lines", "3 | 4"]],
    ["blank lines", 'a,b\r\n1,"one\r\n\r\n\r\nfour"\r\n3,4\r\n', ["a | b", "1 | one four", "3 | 4"]],
    ["delimiters", 'a,b\n1,"x, y, z"\n', ["a | b", "1 | x, y, z"]],
    ["doubled quotes", 'a,b\n1,"say ""hi"", friend"\n2,""""\n3,""\n', ["a | b", '1 | say "hi", friend', '2 | "', "3"]],
    ["a value between blanks", 'a,b\n1, "x, y" \n', ["a | b", "1 | x, y"]],
    ["a letter of many lines", 'id,text\n1,"Dear Ann,\nhow are you, and\nwhere, friend?"\n2,x\n', null],
    ["an address", 'name,address\nAnn,"12 Main St\nSpringfield, IL\nUSA"\nBob,x\n', null],
    ["a text with as many cells as the table", 'id,text\n1,"one, two\nthree, four\nfive, six"\n2,x\n', null],
  ])("enclose %s", async (_name, text, expected) => {
    const found = await rows("csv", text);
    if (expected === null) expect(found).toHaveLength(3);
    else expect(found).toEqual(expected);
  });

  it("enclose a line end in a .tsv", async () => {
    expect(await rows("tsv", 'a\tb\n1\t"two\nlines"\n3\t4\n')).toEqual(["a | b", "1 | two lines", "3 | 4"]);
    expect(await rows("tsv", 'a\tb\tc\n1\t"two\nlines"\tx\n3\t4\t5\n')).toEqual([
      "a | b | c",
      "1 | two lines | x",
      "3 | 4 | 5",
    ]);
  });

  // Regression: a value that began with a quote absorbed the rest of the file into its cell.
  it.each([
    ["tsv", "\t"],
    ["csv", ","],
    ["csv", ";"],
  ])("are plain characters in a .%s when unmatched (%j)", async (fileType, delimiter) => {
    const text = `part${delimiter}size\nPipe${delimiter}"1/2 inch\n${numbered(6, delimiter)}`;
    const expected = ["part | size", 'Pipe | "1/2 inch', ...Array.from({ length: 6 }, (_, at) => `Part${at} | ${at}`)];
    expect(await rows(fileType, text)).toEqual(expected);
    expect(await rows(fileType, text.trim())).toEqual(expected);
    const twice = `${text}Rod${delimiter}"3/4 inch\nNut${delimiter}7\n`;
    expect(await rows(fileType, twice)).toEqual([...expected, 'Rod | "3/4 inch', "Nut | 7"]);
    const quoted = `${text}Rod${delimiter}"a ""b"" c"\nNut${delimiter}"d\ne"\n`;
    expect(await rows(fileType, quoted)).toEqual([...expected, 'Rod | a "b" c', "Nut | d e"]);
    const ends = `${text}Tube${delimiter}5"\nNut${delimiter}7\n`;
    expect(await rows(fileType, ends)).toEqual([...expected, 'Tube | 5"', "Nut | 7"]);
    const first = `size${delimiter}part\n"1/2 inch${delimiter}Pipe\n${numbered(6, delimiter)}`;
    expect((await rows(fileType, first)).slice(0, 3)).toEqual(["size | part", '"1/2 inch | Pipe', "Part0 | 0"]);
  });

  it("within values are preserved", async () => {
    expect(await rows("tsv", 'a\tb\n5" pipe\tx\n"1/2" pipe\ty\n7\t8\n')).toEqual([
      "a | b",
      '5" pipe | x',
      '1/2" pipe | y',
      "7 | 8",
    ]);
  });

  it("that are unmatched don't affect the 600,000 rows after them", async () => {
    const found = await rows("tsv", `part\tsize\nPipe\t"1/2 inch\n${numbered(600_000, "\t")}`);
    expect(found).toHaveLength(600_002);
    expect(found[1]).toBe('Pipe | "1/2 inch');
    expect(found.at(-1)).toBe("Part599999 | 599999");
  });
});

describe("quotes after backslashes", () => {
  it.each([
    ["before a comma", 'id,text\n1,"say \\"hi\\", friend"\n2,plain\n', '1 | say "hi", friend', "2 | plain"],
    ["the whole value", 'id,text\n1,"\\"hi\\""\n2,"b"\n', '1 | "hi"', "2 | b"],
    ["before a line end", 'id,text\n1,"say \\"hi\\"\nand go"\n2,"b"\n', '1 | say "hi" and go', "2 | b"],
    ["a path at the end", 'id,text\n1,"say \\"hi\\" to C:\\\\"\n2,"b"\n', '1 | say "hi" to C:\\', "2 | b"],
  ])("are part of the value: %s", async (_name, text, ...expected) => {
    expect(await rows("csv", text)).toEqual(["id | text", ...expected]);
  });

  it("are recognised even when the first occurs late", async () => {
    const text = `id,text\n${numbered(20_000, ",")}7,"say \\"hi\\", friend"\n8,"x"\n`;
    expect((await rows("csv", text)).slice(-2)).toEqual(['7 | say "hi", friend', "8 | x"]);
  });

  it.each([
    ["a path", 'id,path\n1,"C:\\"\n2,"D:\\data\\"\n3,x\n', "1 | C:\\", "2 | D:\\data\\", "3 | x"],
    ["a path before other cells", 'a,b,c\n1,"C:\\","x, y"\n2,"D:\\","z"\n', "1 | C:\\ | x, y", "2 | D:\\ | z"],
    ["doubled quotes", 'id,t\n1,"say ""hi"" to C:\\"\n2,"x"\n', '1 | say "hi" to C:\\', "2 | x"],
  ])("end a value that ends in a backslash: %s", async (_name, text, ...expected) => {
    expect((await rows("csv", text)).slice(1)).toEqual(expected);
  });
});

describe("the boundaries between two reads", () => {
  const all = (parts: readonly string[]): string[][] => {
    const reader = new RecordReader(",");
    return [...parts.flatMap((part) => reader.push(part)), ...reader.end()];
  };

  it.each([
    'a,b\n1,"two\nlines"\n"x ""y"" z",4\n"",""""\n',
    'a,b\r\n1, "q" \r\n\r\n"1/2 inch,3\r\n4,5\r\n6,"7"\r\n',
    'a,b\n1,"say \\"hi\\", friend"\n2,"b"',
    'a,b\n"slip" x,2\n"open\n3,4\n"5 "" 6\n7,8',
  ])("change nothing in %j", (text) => {
    const whole = all([text]);
    expect(whole.length).toBeGreaterThan(2);
    for (let cut = 1; cut < text.length; cut++) expect(all([text.slice(0, cut), text.slice(cut)])).toEqual(whole);
    expect(all([...text])).toEqual(whole);
  });
});
