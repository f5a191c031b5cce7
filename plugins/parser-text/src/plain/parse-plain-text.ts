import type { DecodedTextFile, ParserBudget, ParserEvent } from "@quarry/plugin";
import { warningEvents } from "../open-text.ts";
import type { TextSettings } from "../text-settings.ts";
import { type Paragraph, ParagraphSplitter } from "@quarry/formats/text";

/** Plain text: paragraphs between blank lines, pages between form feeds (no form feed, no pages). */
export async function* parsePlainText(
  open: () => Promise<DecodedTextFile>,
  budget: ParserBudget,
  settings: TextSettings,
): AsyncGenerator<ParserEvent> {
  const file = await open();
  yield* warningEvents(file.warnings);
  const splitter = new ParagraphSplitter(settings.maxBlockCharacters);
  let page = 1;
  const blockOf = (paragraph: Paragraph): ParserEvent => {
    budget.spendText(paragraph.text.length);
    page += paragraph.pageBreaks;
    if (file.hasFormFeed) budget.checkPages(page, "pages");
    return { type: "block", block: { kind: "paragraph", text: paragraph.text, page: file.hasFormFeed ? page : null } };
  };
  for await (const chunk of file.chunks()) {
    for (const paragraph of splitter.push(chunk)) yield blockOf(paragraph);
  }
  for (const paragraph of splitter.end()) yield blockOf(paragraph);
  if (file.hasFormFeed) yield { type: "info", info: { pageCount: page } };
}
