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
  it("is the chapter that begins there, despite a short rest of the previous one", () => {
    expect(mainSectionOf([text(9), heading("Concepts"), text(400)])).toEqual(["Concepts"]);
    const rest = [heading("Errors"), heading("One form", 2), text(30)];
    expect(mainSectionOf([...rest, heading("Limits"), heading("Requests", 2), text(90)])).toEqual([
      "Limits",
      "Requests",
    ]);
  });

  it("is the previous chapter if only the first line of the next one is included", () => {
    const before = [heading("Errors"), heading("One form", 2), text(300)];
    expect(mainSectionOf([...before, heading("Limits"), text(60)])).toEqual(["Errors", "One form"]);
  });

  it("is the common parent of short sections if none of them has more than half of the text", () => {
    const concepts = [heading("Concepts"), text(60)];
    const parts = ["Collection", "Document", "Chunk"].flatMap((name) => [heading(name, 2), text(60)]);
    expect(mainSectionOf([...concepts, ...parts])).toEqual(["Concepts"]);
    expect(mainSectionOf([...concepts, ...parts, text(400)])).toEqual(["Concepts", "Chunk"]);
  });

  it("is the longest chapter if none has half of the text, and the first of equal ones", () => {
    expect(mainSectionOf(["A", "B", "C"].flatMap((name) => [heading(name), text(60)]))).toEqual(["A"]);
    expect(mainSectionOf([...["A", "B"].flatMap((name) => [heading(name), text(60)]), text(5)])).toEqual(["B"]);
  });

  it("counts a chapter with all of its parts, even if another chapter has the longest part", () => {
    const two = [heading("Two"), heading("First", 2), text(90), heading("Second", 2), text(90)];
    expect(mainSectionOf([heading("One"), text(100), ...two])).toEqual(["Two"]);
  });

  it("is empty for a text above all headings, and is the headings' path on a page of headings only", () => {
    expect(mainSectionOf([text(300), heading("Appendix"), text(60)])).toEqual([]);
    expect(mainSectionOf([heading("Handbook"), heading("How documents become answers", 2)])).toEqual([
      "Handbook",
      "How documents become answers",
    ]);
  });

  it("depends on the text, not on the length of headings", () => {
    const long = heading("A heading that is far longer than what stands below it");
    expect(mainSectionOf([long, text(20), heading("B"), text(40)])).toEqual(["B"]);
  });
});
