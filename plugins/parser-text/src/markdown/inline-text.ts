import type { Token } from "markdown-it";
import { NotedText } from "@quarry/plugin/text";
import { htmlText } from "./html-text.ts";

/** Where a footnote is referred to; its text stands as a paragraph of its own. */
const FOOTNOTE_REFERENCE = /\[\^[^\]\s]{1,64}\]/g;
const READING = /^<r[tp]\b/i;
const READING_END = /^<\/(?:r[tp]|ruby)\b/i;

/**
 * Inline markup reduced to what a reader sees: link texts, image descriptions, code without its marks. `softBreak` stands
 * for line breaks that are not said to be ones.
 */
export function inlineText(tokens: readonly Token[], softBreak: " " | "\n" = " "): string {
  const text = new NotedText();
  const tokensRead = withoutReadings(tokens);
  for (const token of tokensRead) {
    switch (token.type) {
      case "softbreak":
        text.append(softBreak);
        break;
      case "hardbreak":
        text.append("\n");
        break;
      case "image":
        text.append(inlineText(token.children ?? []));
        break;
      case "text":
        text.append(token.content.replace(FOOTNOTE_REFERENCE, ""));
        break;
      case "html_inline":
        if (/^<sup\b/i.test(token.content)) text.raise();
        else if (/^<\/sup\b/i.test(token.content)) text.lower();
        else text.append(htmlText(token.content));
        break;
      default:
        text.append(token.content);
    }
  }
  return text.take();
}

/** The tokens outside `<rt>` and `<rp>`: the reading of a word stands within it, and would tear it. */
function withoutReadings(tokens: readonly Token[]): readonly Token[] {
  const lastEnd = tokens.findLastIndex(({ type, content }) => type === "html_inline" && READING_END.test(content));
  if (lastEnd < 0) return tokens;
  let isReading = false;
  return tokens.filter(({ type, content }, place) => {
    const isTag = type === "html_inline";
    // One that is not closed holds nothing.
    if (isTag && READING.test(content)) isReading = place < lastEnd;
    const isShown = !isReading;
    if (isTag && READING_END.test(content)) isReading = false;
    return isShown;
  });
}
