import { expect, it } from "vitest";
import { highlight } from "./highlight.ts";

const marked = (text: string, query: string, replacements?: readonly string[]) =>
  highlight(text, query, replacements)
    .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
    .join("");

it("marks words in any case, with other endings and accents", () => {
  expect(marked("Deleting a document deletes its chunks.", "deleted documents")).toBe(
    "[Deleting] a [document] [deletes] its chunks.",
  );
  expect(marked("Das Café schließt", "cafe")).toBe("Das [Café] schließt");
});

it("marks no words that only begin alike", () => {
  expect(marked("The cat sat in a category.", "cat")).toBe("The [cat] sat in a category.");
  expect(marked("A university of the universe", "universal")).toBe("A university of the universe");
});

it("marks codes whole, and what a misspelt word was taken for", () => {
  expect(marked("See ERR-4012 and ERR-4013", "ERR-4012")).toBe("See [ERR-4012] and ERR-4013");
  expect(marked("A retention policy", "retentoin", ["retention"])).toBe("A [retention] policy");
});

it("marks runs of characters where no spaces are written", () => {
  expect(marked("我们可以搜索文档内容。", "搜索文档")).toBe("我们可以[搜索文档]内容。");
});

it("loses nothing of the text", () => {
  const text = "One, two -- three: one.\n";
  expect(
    highlight(text, "one three")
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});
