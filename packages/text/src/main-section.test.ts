import { describe, expect, it } from "vitest";
import { Chunker, type TextBlock } from "./index.ts";

/** Returns the main section of a text that fits one chunk. */
function mainSectionOf(blocks: readonly TextBlock[]): readonly string[] {
  const chunker = new Chunker({ chunkSize: 2000, chunkOverlap: 0, chunkStrategy: "page" });
  const chunks = [...blocks.flatMap((block) => chunker.push(block)), ...chunker.finish()];
  expect(chunks).toHaveLength(1);
  return chunks[0]!.mainSection;
}

const heading = (text: string, level = 1): TextBlock => ({ kind: "heading", text, level });
const text = (length: number): TextBlock => ({
  kind: "paragraph",
  text: "lorem ".repeat(length / 6 + 1).slice(0, length),
});

describe("the main section of a chunk", () => {
  it("is the chapter that begins there, whatever line is left of the one before", () => {
    expect(mainSectionOf([text(9), heading("Concepts"), text(400)])).toEqual(["Concepts"]);
    const rest = [heading("Errors"), heading("One form", 2), text(30)];
    expect(mainSectionOf([...rest, heading("Limits"), heading("Requests", 2), text(90)])).toEqual([
      "Limits",
      "Requests",
    ]);
  });

  it("is the chapter before where only its successor's first line is there", () => {
    const before = [heading("Errors"), heading("One form", 2), text(300)];
    expect(mainSectionOf([...before, heading("Limits"), text(60)])).toEqual(["Errors", "One form"]);
  });

  it("is what holds several short sections, where none of them has more than half of the text", () => {
    const concepts = [heading("Concepts"), text(60)];
    const parts = ["Collection", "Document", "Chunk"].flatMap((name) => [heading(name, 2), text(60)]);
    expect(mainSectionOf([...concepts, ...parts])).toEqual(["Concepts"]);
    expect(mainSectionOf([...concepts, ...parts, text(400)])).toEqual(["Concepts", "Chunk"]);
  });

  it("is the heaviest chapter where none has half, and of equals the first", () => {
    expect(mainSectionOf(["A", "B", "C"].flatMap((name) => [heading(name), text(60)]))).toEqual(["A"]);
    expect(mainSectionOf([...["A", "B"].flatMap((name) => [heading(name), text(60)]), text(5)])).toEqual(["B"]);
  });

  it("weighs a chapter with all of its parts, though another has the longest one", () => {
    const two = [heading("Two"), heading("First", 2), text(90), heading("Second", 2), text(90)];
    expect(mainSectionOf([heading("One"), text(100), ...two])).toEqual(["Two"]);
  });

  it("is none of a text above all headings, and goes by the headings of a page that has nothing else", () => {
    expect(mainSectionOf([text(300), heading("Appendix"), text(60)])).toEqual([]);
    expect(mainSectionOf([heading("Handbook"), heading("How documents become answers", 2)])).toEqual([
      "Handbook",
      "How documents become answers",
    ]);
  });

  it("goes by the text, not by the length of headings and blank lines", () => {
    const long = heading("A heading that is far longer than what stands below it");
    expect(mainSectionOf([long, text(20), heading("B"), text(40)])).toEqual(["B"]);
  });
});
