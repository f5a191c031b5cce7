import { describe, expect, it } from "vitest";
import { readText, textsOf } from "./read-text.ts";

const texts = async (fileType: string, text: string): Promise<string[]> => textsOf(await readText(fileType, text));
const infoOf = async (text: string): Promise<object> =>
  Object.assign(
    {},
    ...(await readText("md", text)).map((event) => (event.type === "info" ? event.info : {})),
  ) as object;

describe("terminal escape sequences", () => {
  it.each([
    ["colours", "\u001b[32mINFO\u001b[0m start\n\u001b[1;31mERROR\u001b[0m disk full", "INFO start\nERROR disk full"],
    ["palettes", "\u001b[38;5;196mred\u001b[m \u001b[38:2::255:0:0mtrue\u001b[39;49m", "red true"],
    ["one-character forms", "\u009b31mred\u009b0m", "red"],
    ["cursor moves", "50%\u001b[2K\u001b[1G100%\u001b[?25h", "50% 100%"],
    ["columns", "name\u001b[20Gvalue\u001b[3Cnext\u001b[10;5Hlast", "name value next last"],
    ["links", "\u001b]8;;https://x.example/a?b=1\u001b\\page\u001b]8;;\u001b\\ end", "page end"],
    ["titles", "\u001b]0;make all\u0007building", "building"],
    ["character sets", "\u001b(B\u001b)0text\u001b7\u001b8\u001bM\u001b=", "text"],
    ["an escape character without a sequence", "a\u001b b [31m c", "a b [31m c"],
    ["the escape character of a truncated sequence", "text\u001b[3", "text[3"],
  ])("are removed completely: %s", async (_name, text, expected) => {
    for (const fileType of ["txt", "md"]) expect((await texts(fileType, text)).join("\n")).toBe(expected);
  });

  it("are removed in tables and across read boundaries", async () => {
    expect(await texts("csv", "a,b\n\u001b[32m1\u001b[0m,2\n")).toEqual(["a | b", "1 | 2"]);
    const line = "\u001b[32mINFO\u001b[0m \u001b]8;;http://x/\u0007a\u001b]8;;\u0007 start of a step\n";
    const found = (await texts("txt", line.repeat(20_000))).join("\n");
    expect(found).toBe("INFO a start of a step\n".repeat(20_000).trim());
  });
});

describe("front matter", () => {
  it.each([
    ["a list in brackets", "tags: [centrifugal, 'sea, water']", "Tags: centrifugal, sea, water"],
    ["a list of lines", "tags:\n  - centrifugal\n  - sea water\n  - a: map", "Tags: centrifugal, sea water"],
    ["a list of lines that is not indented", "keywords:\n- centrifugal\n- seawater", "Keywords: centrifugal, seawater"],
    ["a bracketed list over several lines", "tags: [\n  centrifugal,\n  seawater,\n]", "Tags: centrifugal, seawater"],
    ["words", "tags: centrifugal seawater", "Tags: centrifugal seawater"],
    ["a sentence", 'summary: "How to replace the impeller: a guide"', "How to replace the impeller: a guide"],
    ["a folded text", "description: >-\n  How to replace\n  the impeller\nother: x", "How to replace the impeller"],
    [
      "a quoted text over several lines",
      'summary: "How to: replace\n  the \\"impeller\\""',
      'How to: replace the "impeller"',
    ],
    [
      "a plain text over several lines",
      "summary: How to replace\n  the impeller # new\nother: x",
      "How to replace the impeller",
    ],
    ["doubled quotes", "summary: 'It''s the impeller' # new", "It's the impeller"],
    ["keys in quotes", `"tags": ['sea', "salt # water"] # new`, "Tags: sea, salt # water"],
    ["quoted items with colons", 'tags:\n  - "sea: water"\n  - salt # new', "Tags: sea: water, salt"],
    ["a literal text", "abstract: |\n  How to:\n\n  replace\nother: x", "How to: replace"],
  ])("is read as descriptive text from %s", async (_name, yaml, expected) => {
    expect(await texts("md", `---\ntitle: Pump guide\n${yaml}\n---\n\nBody text.\n`)).toEqual([expected, "Body text."]);
  });

  it("provides title, author, dates and language, and no text from other keys", async () => {
    const yaml =
      '---\ntitle: "Pump guide"\nauthors: [Ann, "Bob, Jr."]\ndate: 2024-05-01\nlastmod: 2024-06-01\nkeywords: [sea, water]\nlang: en\nlayout: post\n---\nBody.\n';
    expect(await texts("md", yaml)).toEqual(["Keywords: sea, water", "Body."]);
    expect(await infoOf(yaml)).toEqual({
      title: "Pump guide",
      author: "Ann, Bob, Jr.",
      createdAt: "2024-05-01T00:00:00.000Z",
      modifiedAt: "2024-06-01T00:00:00.000Z",
      keywords: ["sea", "water"],
      language: "en",
    });
    const toml = '+++\ntitle = "Pump"\n[taxonomies]\ntags = [\n  "sea",\n  "water"\n]\n+++\nBody.\n';
    expect(await texts("md", toml)).toEqual(["Tags: sea, water", "Body."]);
    expect(await infoOf(toml)).toEqual({ title: "Pump", keywords: ["sea", "water"] });
  });

  it("may include a comment, multi-line texts and authors with names", async () => {
    const yaml =
      "---\n# for the site\ntitle: 'Pump' # short\nauthors:\n  - name: Ann\n    email: a@x.example\n  - name: Bob\n---\nBody.\n";
    expect(await texts("md", yaml)).toEqual(["Body."]);
    expect(await infoOf(yaml)).toEqual({ title: "Pump", author: "Ann, Bob" });
    const toml = '+++\ntitle = "Pump"\ndescription = """\nHow to\nreplace"""\ntags = ["sea"]\n+++\nBody.\n';
    expect(await texts("md", toml)).toEqual(["How to replace", "Tags: sea", "Body."]);
  });

  it.each([
    ["an item of tabs", `- ${"\t".repeat(60_000)}:\nb:${"\t".repeat(100)}`],
    ["a key of blanks", `a${" ".repeat(60_000)}!`],
    ["commas and blanks", `tags: [${", ".repeat(30_000)}]`],
    ["an open list of quotes", `tags: [${`"`.repeat(60_000)}`],
    ["brackets", `tags: ${"[".repeat(60_000)}`],
    ["lines that only resemble an end", "--- x\n".repeat(10_000)],
  ])("doesn't stall the parser when it contains %s", async (_name, yaml) => {
    expect((await texts("md", `---\ntitle: a\n${yaml}\n---\nhello`)).at(-1)).toMatch(/hello$/);
  });
});

describe("inline Markdown markup", () => {
  it("separates note marks and preserves powers", async () => {
    const text =
      "The directive<sup>12</sup> of 5 m<sup>2</sup> holds[^1].\n\n[^1]: A note.\n\n<p>The agreement<sup>7</sup> holds.</p>\n";
    expect(await texts("md", text)).toEqual([
      "The directive [12] of 5 m2 holds.",
      "A note.",
      "The agreement [7] holds.",
    ]);
  });

  it("omits ruby annotations", async () => {
    expect(await texts("md", "この本は<ruby>高<rp>(</rp><rt>たか</rt><rp>)</rp></ruby>い。")).toEqual([
      "この本は高い。",
    ]);
    expect(await texts("md", "<ruby>高<rt>たか</ruby>い and <rt>more")).toEqual(["高い and more"]);
  });
});

describe("values that resemble languages or trailing markup", () => {
  const value = `en${"_a_aa".repeat(80)}!`;
  it.each([
    ["json", JSON.stringify({ language: value, text: "hello" })],
    ["json", JSON.stringify({ language: `AA${"_A_AAA0A___AAAA0A_A_AAAA0A".repeat(8)}_A!`, text: "hello" })],
    ["xml", `<doc xml:lang="${value}"><title>x</title><p>hello</p></doc>`],
    ["md", `---\nlang: ${value}\n---\nhello`],
    ["md", `# a${" ".repeat(300_000)}b\n\nhello`],
    ["md", `# a${" {#".repeat(100_000)}b\n\nhello`],
    ["csv", `a,b\nx,${" ".repeat(3_000_000)}y\nhello,1\n`],
  ])("don't stall the parser in .%s", async (fileType, text) => {
    expect((await texts(fileType, text)).join("\n")).toContain("hello");
  });
});

describe("the title of a plain text", () => {
  const titleOf = async (text: string) => {
    const infos = (await readText("txt", text)).flatMap((event) => (event.type === "info" ? [event.info] : []));
    return infos.find(({ title }) => title !== undefined)?.title;
  };

  it.each([
    ["is a separate first line", "Annual holidays\n\nTwenty-five days.", "Annual holidays"],
    ["is found in any script, after blank lines", "\n\n年次休暇\n\n二十五日です。", "年次休暇"],
    ["is found on the first page", "Pump manual\f\fIt pumps.", "Pump manual"],
    ["is not a sentence", "It pumps.\n\nWater.", undefined],
    ["is not a greeting", "Dear Sir,\n\nthe pump is broken.", undefined],
    ["is not a key", "Subject:\n\nPumps", undefined],
    ["is not two lines", "Pumps\nand valves\n\nWater.", undefined],
    ["is not the only line", "Pumps and valves", undefined],
    ["is not a line without letters", "=====\n\nWater", undefined],
    ["is not a long line", `${"pump ".repeat(30)}x\n\nWater`, undefined],
  ])("%s", async (_name, text, title) => {
    expect(await titleOf(text)).toBe(title);
  });

  it("remains in the text", async () => {
    expect(await texts("txt", "Pumps\n\nWater\n\nOil")).toEqual(["Pumps", "Water", "Oil"]);
  });
});
