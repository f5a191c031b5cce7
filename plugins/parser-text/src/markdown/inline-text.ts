import type { BlockLink } from "@quarry/plugin";
import type { Token } from "markdown-it";
import { NotedText } from "@quarry/text";
import { hrefOf, htmlText } from "./html-text.ts";

/** Reference to a footnote. The footnote's text is a separate paragraph. */
const FOOTNOTE_REFERENCE = /\[\^[^\]\s]{1,64}\]/g;
const READING = /^<r[tp]\b/i;
const READING_END = /^<\/(?:r[tp]|ruby)\b/i;

/** Visible text of inline markup, and its links. */
export interface InlineContent {
  readonly text: string;
  readonly links: readonly BlockLink[];
}

/**
 * Reduces inline markup to its visible text: link texts, image descriptions, code without its marks. `softBreak`
 * replaces line breaks that aren't hard breaks.
 */
export function inlineContent(tokens: readonly Token[], softBreak: " " | "\n" = " "): InlineContent {
  const content = new ContentReader();
  for (const token of withoutReadings(tokens)) content.read(token, softBreak);
  return content.end();
}

class ContentReader {
  readonly #text = new NotedText();
  readonly #links: BlockLink[] = [];
  #url: string | undefined;
  #words = "";

  read(token: Token, softBreak: string): void {
    const { type, content } = token;
    if (type === "softbreak") this.#append(softBreak);
    else if (type === "hardbreak") this.#append("\n");
    else if (type === "image") this.#append(inlineContent(token.children ?? []).text);
    else if (type === "text") this.#append(content.replace(FOOTNOTE_REFERENCE, ""));
    else if (type === "html_inline") this.#readHtml(content);
    else if (type === "link_open") this.#openLink(String(token.attrGet("href") ?? ""));
    else if (type === "link_close") this.#closeLink();
    else this.#append(content);
  }

  end(): InlineContent {
    this.#closeLink();
    return { text: this.#text.take(), links: this.#links };
  }

  #append(segment: string): void {
    this.#text.append(segment);
    if (this.#url !== undefined) this.#words += segment;
  }

  #readHtml(html: string): void {
    if (/^<sup\b/i.test(html)) this.#text.raise();
    else if (/^<\/sup\b/i.test(html)) this.#text.lower();
    else if (/^<a\b/i.test(html)) this.#openLink(hrefOf(html));
    else if (/^<\/a\b/i.test(html)) this.#closeLink();
    else this.#append(htmlText(html));
  }

  #openLink(url: string | undefined): void {
    this.#closeLink();
    this.#url = url;
  }

  #closeLink(): void {
    if (this.#url !== undefined) this.#links.push({ text: this.#words, url: this.#url });
    this.#url = undefined;
    this.#words = "";
  }
}

/** Returns the tokens outside `<rt>` and `<rp>`: ruby text is inside its word and would split it. */
function withoutReadings(tokens: readonly Token[]): readonly Token[] {
  const lastEnd = tokens.findLastIndex(({ type, content }) => type === "html_inline" && READING_END.test(content));
  if (lastEnd < 0) return tokens;
  let isReading = false;
  return tokens.filter(({ type, content }, index) => {
    const isTag = type === "html_inline";
    // An unclosed element has no content.
    if (isTag && READING.test(content)) isReading = index < lastEnd;
    const isShown = !isReading;
    if (isTag && READING_END.test(content)) isReading = false;
    return isShown;
  });
}
