import type { DecodedTextFile, ParserBudget, ParserEvent } from "@quarry/plugin";
import { warningEvents } from "../open-text.ts";
import type { TextSettings } from "../text-settings.ts";
import { type Paragraph, ParagraphSplitter } from "@quarry/formats/text";

/** A first line on its own that is not a sentence, greeting or key: words without punctuation at the end. */
const TITLE = /^(?=.*\p{L})[^\n]{1,99}[^\n.,:;!?…。，：；！？]$/u;

/**
 * Parses plain text: paragraphs between empty lines, pages between form feeds (no form feed, no pages), and a title on
 * a first line of its own.
 */
export async function* parsePlainText(
  open: () => Promise<DecodedTextFile>,
  budget: ParserBudget,
  settings: TextSettings,
): AsyncGenerator<ParserEvent> {
  const file = await open();
  yield* warningEvents(file.warnings);
  const splitter = new ParagraphSplitter(settings.maxBlockCharacters);
  let page = 1;
  let title: string | undefined;
  let isFirst = true;
  const events = function* (paragraphs: Iterable<Paragraph>): Generator<ParserEvent> {
    for (const { text, pageBreaks } of paragraphs) {
      budget.spendText(text.length);
      page += pageBreaks;
      if (file.hasFormFeed) budget.checkPages(page, "pages");
      // A line with nothing below it is the text itself.
      if (title !== undefined) yield { type: "info", info: { title } };
      title = isFirst && TITLE.test(text) ? text : undefined;
      isFirst = false;
      yield { type: "block", block: { kind: "paragraph", text, page: file.hasFormFeed ? page : null } };
    }
  };
  for await (const chunk of file.chunks()) yield* events(splitter.push(chunk));
  yield* events(splitter.end());
  if (file.hasFormFeed) yield { type: "info", info: { pageCount: page } };
}
