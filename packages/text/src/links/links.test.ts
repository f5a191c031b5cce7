import { describe, expect, it } from "vitest";
import { Chunker } from "../chunker.ts";
import type { TextBlock, TextChunk } from "../text-block.ts";
import { linkUrl } from "./link-url.ts";
import { linkWords, MAX_LINKS, MAX_PACKED_LINKS_LENGTH, packLinks, unpackLinks } from "./packed-links.ts";

const chunksOf = (blocks: readonly TextBlock[], chunkSize = 64, chunkOverlap = 16): TextChunk[] => {
  const chunker = new Chunker({ chunkSize, chunkOverlap });
  return [...blocks.flatMap((block) => chunker.push(block)), ...chunker.finish()];
};

/** Returns the linked words of a chunk with their addresses. */
const linksIn = ({ text, layout = "", startChar, endChar }: TextChunk): [string, string][] =>
  unpackLinks(layout, startChar).map(({ start, end, url }) => {
    const front = text.length - (endChar - startChar) - startChar;
    return [text.slice(front + start, front + end), url];
  });

describe("linkUrl", () => {
  it.each([
    [" https://a.example/b c ", "https://a.example/b%20c"],
    ["mailto:desk@a.example", "mailto:desk@a.example"],
    ["../forms/12.html#top", "../forms/12.html#top"],
    ["//cdn.example/x", "//cdn.example/x"],
    ["https://a.example/über", "https://a.example/über"],
  ])("accepts %j", (written, retained) => expect(linkUrl(written)).toBe(retained));

  it.each([
    ["javascript:alert(1)"],
    ["java\nscript:alert(1)"],
    [" \u0001javascript:alert(1)"],
    ["JAVASCRIPT:alert(1)"],
    ["data:text/html,x"],
    ["vbscript:x"],
    ["file:///etc/passwd"],
    ["#note"],
    [""],
    [`https://a.example/${"x".repeat(2_048)}`],
  ])("rejects %j", (written) => expect(linkUrl(written)).toBeUndefined());
});

describe("links of chunks", () => {
  const url = "https://forms.example/permit-12";

  it("are placed at their words, each after the previous one, and not within other words", () => {
    const text = "There is one here, and here is another.";
    const links = [
      { text: "here", url },
      { text: "here", url: "https://b.example" },
      { text: "not there", url: "https://c.example" },
      { text: "x", url: "javascript:x" },
    ];
    const [chunk] = chunksOf([{ kind: "paragraph", text, links }]);
    expect(linksIn(chunk!)).toEqual([
      ["here", url],
      ["here", "https://b.example"],
      ["", "https://c.example"],
    ]);
    expect(unpackLinks(chunk!.layout!, 0)[0]!.start).toBe(text.indexOf("here,"));
  });

  it("are in each chunk that contains their words, and in no other", () => {
    const sentence = (at: number): string => `Sentence number ${at} speaks of some harbour or other. `;
    const text = `${Array.from({ length: 40 }, (_, at) => sentence(at)).join("")}The form is here.`;
    const chunks = chunksOf([{ kind: "paragraph", text, links: [{ text: "form is here", url }] }]);
    expect(chunks.length).toBeGreaterThan(4);
    for (const chunk of chunks) expect(linksIn(chunk).length > 0).toBe(chunk.text.includes("form is here"));
  });

  it("are limited in number and size", () => {
    const links = Array.from({ length: 500 }, (_, at) => ({
      text: "",
      url: `https://a.example/${at}/${"x".repeat(900)}`,
    }));
    const [chunk] = chunksOf([{ kind: "paragraph", text: "Words.", links }]);
    expect(unpackLinks(chunk!.layout!, 0).length).toBeLessThanOrEqual(MAX_LINKS);
    expect(chunk!.layout!.length).toBeLessThanOrEqual(MAX_PACKED_LINKS_LENGTH + 64);
  });

  it("are read from a modified archive only if they are valid", () => {
    const packed = packLinks([{ start: 5, end: 9, url }], 0);
    expect(unpackLinks(`.AAA${packed}`, 0)).toEqual([{ start: 5, end: 9, url }]);
    expect(unpackLinks(packed.replace(url, "javascript:alert(1)"), 0)).toEqual([]);
    expect(unpackLinks("!=== ! A=x ??", 0)).toEqual([]);
  });

  it("are found by the words of their addresses, including percent-encoded characters", () => {
    expect(linkWords(packLinks([{ start: 0, end: 0, url }], 0))).toBe("forms.example/permit-12");
    expect(linkWords(packLinks([{ start: 0, end: 0, url: "https://a.example/%C3%BCber" }], 0))).toContain("über");
    expect(linkWords(".AAA")).toBe("");
  });
});
