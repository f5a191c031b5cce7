import { describe, expect, it } from "vitest";
import { readText, textsOf } from "./read-text.ts";

const MEGABYTE = 1_048_576;
const MAX_BLOCK = 50_000;

/** Generous for busy machines: each takes at most a few seconds of processor time. */
const TIMEOUT_MS = 120_000;

describe("oversized and unterminated files", { timeout: TIMEOUT_MS }, () => {
  it.each([
    ["json", "lists 1,000,000 deep", "[".repeat(1_000_000)],
    ["json", "objects 10,000 deep", '{"a":'.repeat(10_000)],
    ["xml", "elements 1,000,000 deep", "<a>".repeat(1_000_000)],
    ["json", "a name of 5 MB", `{"${"k".repeat(5 * MEGABYTE)}": 1}`],
    ["csv", "a line of 100 MB", "a,".repeat(50 * MEGABYTE)],
    ["csv", "more cells than allowed", `${"1,".repeat(1_000)}\n`.repeat(51_000)],
  ])("a .%s with %s is rejected with the reason limit", async (fileType, _name, text) => {
    await expect(readText(fileType, text)).rejects.toMatchObject({
      reason: "limit",
      message: expect.stringMatching(/.{30}/),
    });
  });

  it.each([
    ["json", "an unclosed string", `"${"a".repeat(20 * MEGABYTE)}`],
    ["json", "a number of 20 MB", "1".repeat(20 * MEGABYTE)],
    ["json", "quotes and backslashes", '"\\'.repeat(MEGABYTE)],
    ["xml", "an unclosed attribute", `<a b="${"x".repeat(20 * MEGABYTE)}`],
    ["xml", "an unclosed comment", `<a><!--${"x".repeat(20 * MEGABYTE)}`],
    ["xml", "an unclosed DOCTYPE", `<!DOCTYPE a [${"<!ENTITY x 'y'>".repeat(500_000)}`],
    ["xml", "nothing but opening brackets", "<".repeat(5 * MEGABYTE)],
  ])("a .%s with %s is rejected as corrupt", async (fileType, _name, text) => {
    await expect(readText(fileType, text)).rejects.toMatchObject({ reason: "corrupt" });
  });
});

describe("unusual but acceptable files", { timeout: TIMEOUT_MS }, () => {
  it.each([
    ["json", "a string of 20 MB", `{"text": "${"word ".repeat(4 * MEGABYTE)}"}`],
    ["json", "escapes", `"${"\\u0041".repeat(MEGABYTE)}"`],
    ["json", "escaped backslashes", `"${"\\\\".repeat(4 * MEGABYTE)}"`],
    [
      "json",
      "100,000 names",
      JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, at]))),
    ],
    ["json", "values 400 deep, many times", `[${`${'{"a":'.repeat(400)}1${"}".repeat(400)},`.repeat(500)}1]`],
    ["xml", "a text of 20 MB", `<a>${"word ".repeat(4 * MEGABYTE)}</a>`],
    ["xml", "a CDATA section of 20 MB", `<a><![CDATA[${"word ".repeat(4 * MEGABYTE)}]]></a>`],
    ["xml", "references", `<a>${"&amp;&#65;".repeat(MEGABYTE)}</a>`],
    ["xml", "elements among text", `<a>${"t<b/>".repeat(MEGABYTE)}</a>`],
    [
      "xml",
      "100,000 element names",
      `<r>${Array.from({ length: 100_000 }, (_, at) => `<name${at}>x</name${at}>`).join("")}</r>`,
    ],
    ["csv", "a quote that is never closed", `"${"a,b\n".repeat(2 * MEGABYTE)}`],
    ["csv", "a quote that is never closed on every line", '"a,b\n'.repeat(MEGABYTE)],
    ["csv", "quotes and line ends", '","\n'.repeat(MEGABYTE)],
    ["csv", "nothing but quotes", '"'.repeat(MEGABYTE)],
    ["csv", "doubled quotes after a single one", `"a\n${',""x\n'.repeat(MEGABYTE)}`],
    ["csv", "a line of quoted cells", `a,b\n${'"x",'.repeat(MEGABYTE / 2)}`],
    ["csv", "a record of quoted line ends", `a,b\n${'"x\n","'.repeat(MEGABYTE / 2)}`],
    ["csv", "blanks after quotes", `a,b\n${`"x"${" ".repeat(100_000)}y,\n`.repeat(50)}`],
    ["csv", "backslashes and quotes", '"\\\\\\"'.repeat(MEGABYTE / 2)],
    ["csv", "quoted line ends", 'a,b\n"'.repeat(200_000)],
    ["txt", "one line of 20 MB", "x".repeat(20 * MEGABYTE)],
    ["md", "quotes 100,000 deep", `${"> ".repeat(100_000)}deep`],
    ["md", "lists 100,000 deep", `${"- ".repeat(100_000)}deep`],
    ["md", "brackets", "[".repeat(200_000)],
    ["md", "unclosed comments", `text ${"<!--".repeat(200_000)}`],
    ["md", "scripts", `text\n\n${"<script>".repeat(100_000)}`],
    ["md", "tags", `${"<x>".repeat(100_000)}end`],
  ])("a .%s with %s is read, in blocks of bounded size except for Markdown", async (fileType, _name, text) => {
    const texts = textsOf(await readText(fileType, text));
    expect(texts.length).toBeGreaterThan(0);
    const longest = texts.reduce((most, { length }) => Math.max(most, length), 0);
    if (fileType !== "md") expect(longest).toBeLessThanOrEqual(MAX_BLOCK + 1);
  });

  it.each(["txt", "md", "csv", "tsv", "json", "xml"])(
    "an empty .%s, or one with only a byte-order mark or whitespace, has no text",
    async (fileType) => {
      expect(textsOf(await readText(fileType, ""))).toEqual([]);
      expect(textsOf(await readText(fileType, "\ufeff"))).toEqual([]);
      expect(textsOf(await readText(fileType, " \n\r\n\t "))).toEqual([]);
    },
  );

  it("NUL characters are dropped, and the text around them is preserved", async () => {
    const line = "A line of text that is long enough to be one.\n";
    expect(textsOf(await readText("txt", `${line.repeat(20)}before\0after`))[0]).toContain("beforeafter");
    expect(textsOf(await readText("json", '{"a": "be\\u0000fore\\ud800"}'))).toEqual(["a: before\ufffd\n"]);
  });
});
