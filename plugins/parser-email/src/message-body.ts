import { HtmlBlocks, readHtml } from "@quarry/formats/html";
import { ParagraphSplitter } from "@quarry/formats/text";
import type { ParsedBlock, ParserBudget, ParserEvent } from "@quarry/plugin";
import type { Email } from "postal-mime";

const MAX_BLOCK_CHARACTERS = 50_000;
const CHUNK_CHARACTERS = 65_536;
const QUOTED_LINE = /^[^\S\n]*>[> ]?/;

/** Reads the HTML body if it has text, else the plain text. */
export async function* bodyBlocks({ html, text }: Email, budget: ParserBudget): AsyncGenerator<ParserEvent> {
  let hasText = false;
  if (html !== undefined) {
    const blocks = new HtmlBlocks({ dropNavigation: false, imageDescriptions: true }, budget);
    for await (const event of readHtml(segmentsOf(html), blocks)) {
      // The HTML title of a newsletter is not the email's title.
      if (event.type === "info") continue;
      hasText = true;
      yield event;
    }
  }
  if (!hasText && text !== undefined) yield* plainBlocks(text, budget);
}

function* plainBlocks(text: string, budget: ParserBudget): Generator<ParserEvent> {
  const splitter = new ParagraphSplitter(MAX_BLOCK_CHARACTERS);
  for (const paragraphs of [splitter.push(text), splitter.end()]) {
    for (const paragraph of paragraphs) {
      const block = blockOf(paragraph.text);
      if (block.text === "") continue;
      budget.spendText(block.text.length);
      yield { type: "block", block };
    }
  }
}

/** Lines quoted from an earlier email begin with `>`. */
function blockOf(text: string): ParsedBlock {
  const lines = text.split("\n");
  if (!lines.every((line) => QUOTED_LINE.test(line))) return { kind: "paragraph", text, page: null };
  const inner = lines.map((line) => line.replace(QUOTED_LINE, "")).join("\n");
  return { kind: "quote", text: inner.replace(/^[> \t]+/gm, "").trim(), page: null };
}

function* segmentsOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += CHUNK_CHARACTERS) yield text.slice(start, start + CHUNK_CHARACTERS);
}
