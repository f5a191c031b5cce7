import type { DecodedTextFile, ParsedBlock, ParserBudget, ParserEvent, ParserLimits } from "@quarry/plugin";
import MarkdownIt, { type Env } from "markdown-it";
import { flattenNesting } from "./flatten-nesting.ts";
import { warningEvents } from "../open-text.ts";
import { readFootnotes } from "./footnote-rule.ts";
import { takeFrontMatter } from "./front-matter.ts";
import { MarkdownBlocks } from "./markdown-blocks.ts";
import { markdownSegments } from "./markdown-segments.ts";
import { readObsidian } from "./obsidian-rules.ts";
import { readWikiHeadings } from "./wiki-heading-rule.ts";

/** Maximum nesting, above what `flattenNesting` leaves. Text below this depth would be lost. */
const MAX_NESTING = 200;

/** Parses CommonMark with tables. Other extensions are left as written. */
export async function* parseMarkdown(
  open: () => Promise<DecodedTextFile>,
  budget: ParserBudget,
  limits: ParserLimits,
): AsyncGenerator<ParserEvent> {
  const file = await open();
  yield* warningEvents(file.warnings);
  const markdown = MarkdownIt({ html: true, maxNesting: Math.min(limits.maxNesting, MAX_NESTING) });
  readFootnotes(markdown);
  readWikiHeadings(markdown);
  readObsidian(markdown);
  // Addresses are left as written.
  markdown.normalizeLink = (url) => url;
  const blocks = new MarkdownBlocks();
  // One environment for all segments: a link definition also applies to later text.
  const environment: Env = {};
  const blockOf = (block: ParsedBlock): ParserEvent => {
    budget.spendText(block.text.length);
    return { type: "block", block };
  };
  let isFirst = true;
  for await (const segment of markdownSegments(normalizedLines(file.chunks()))) {
    let text = segment;
    if (isFirst) {
      const { info, paragraphs, rest } = takeFrontMatter(segment);
      text = rest;
      isFirst = false;
      if (Object.keys(info).length > 0) yield { type: "info", info };
      for (const paragraph of paragraphs) yield blockOf({ kind: "paragraph", text: paragraph, page: null });
    }
    for (const block of blocks.read(markdown.parse(flattenNesting(text), environment))) {
      yield blockOf(block);
    }
  }
}

async function* normalizedLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let endedInReturn = false;
  for await (const chunk of chunks) {
    const text = endedInReturn && chunk.startsWith("\n") ? chunk.slice(1) : chunk;
    endedInReturn = chunk.endsWith("\r");
    yield text.includes("\r") ? text.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : text;
  }
}
