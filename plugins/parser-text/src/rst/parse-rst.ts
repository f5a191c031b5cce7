import { cleanLine, type DecodedTextFile, type ParsedBlock, type ParserBudget, type ParserEvent } from "@quarry/plugin";
import { ParagraphSplitter } from "@quarry/formats/text";
import { warningEvents } from "../open-text.ts";
import type { TextSettings } from "../text-settings.ts";

/** A line of one repeated character below a title, and above some titles. */
const ADORNMENT = /^([!-/:-@[-`{-~])\1{2,}\s*$/;
const MAX_LEVEL = 6;
/** `words <address>`_ */
const LINK = /`([^`<\n]{1,500})<([^`>\n]{1,2048})>`__?/g;

/** Parses reStructuredText: titles by their underlines, and links with their addresses. All else is left as written. */
export async function* parseRst(
  open: () => Promise<DecodedTextFile>,
  budget: ParserBudget,
  settings: TextSettings,
): AsyncGenerator<ParserEvent> {
  const file = await open();
  yield* warningEvents(file.warnings);
  const splitter = new ParagraphSplitter(settings.maxBlockCharacters);
  const titles = new Titles();
  const events = function* (paragraphs: Iterable<{ readonly text: string }>): Generator<ParserEvent> {
    for (const { text } of paragraphs) {
      for (const block of titles.split(text)) {
        budget.spendText(block.text.length);
        yield { type: "block", block: { ...block, page: null } };
      }
    }
  };
  for await (const chunk of file.chunks()) yield* events(splitter.push(chunk));
  yield* events(splitter.end());
}

/** Tracks title levels, which are defined by the order in which underline styles first occur. */
class Titles {
  readonly #kinds: string[] = [];

  /** Splits a paragraph at the titles in it. */
  *split(text: string): Generator<ParsedBlock> {
    const lines = text.split("\n");
    let from = 0;
    for (let at = 1; at < lines.length; at++) {
      const [title, underline] = [lines[at - 1]!, lines[at]!];
      const [, sign] = ADORNMENT.exec(underline) ?? [];
      if (sign === undefined || title.trim() === "" || ADORNMENT.test(title)) continue;
      if (underline.trimEnd().length < title.trim().length) continue;
      const hasOverline = at >= 2 && at - 2 >= from && lines[at - 2]!.trimEnd() === underline.trimEnd();
      yield* paragraphOf(lines.slice(from, hasOverline ? at - 2 : at - 1));
      yield { kind: "heading", text: cleanLine(title), level: this.#levelOf(hasOverline ? `${sign}${sign}` : sign) };
      from = at + 1;
    }
    yield* paragraphOf(lines.slice(from));
  }

  #levelOf(kind: string): number {
    if (!this.#kinds.includes(kind)) this.#kinds.push(kind);
    return Math.min(MAX_LEVEL, this.#kinds.indexOf(kind) + 1);
  }
}

function* paragraphOf(lines: readonly string[]): Generator<ParsedBlock> {
  const written = lines.join("\n").trim();
  const links = Array.from(written.matchAll(LINK), ([, text = "", url = ""]) => ({ text: text.trim(), url }));
  const text = links.length === 0 ? written : written.replaceAll(LINK, (_, words: string) => words.trim());
  if (text !== "") yield { kind: "paragraph", text, ...(links.length > 0 && { links }) };
}
