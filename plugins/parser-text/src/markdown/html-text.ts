import { NotedText } from "@quarry/plugin/text";
import { decodeHTML } from "entities";

/** Elements whose content nobody reads. */
const DROPPED = new Set(["script", "style", "template", "rt", "rp"]);
const BREAKING = new Set(
  "br p div tr li h1 h2 h3 h4 h5 h6 table summary details ul ol dl dt dd blockquote pre section hr".split(" "),
);
const SPACING = new Set(["td", "th"]);

const SLASH = 0x2f;
const TAG_NAME = /<\/?([a-z][a-z0-9-]*)/iy;
const ALT = /\balt\s*=\s*(?:"([^"]*)"|'([^']*)')/i;

/**
 * The text of HTML that stands within other formats. Good for the tags people write there; a page of HTML has its own
 * parser. Linear in the text's length, whatever is in it.
 */
export function htmlText(html: string): string {
  const reader = new HtmlTextReader(html);
  const text = reader.read();
  return text.includes("&") ? decodeHTML(text) : text;
}

class HtmlTextReader {
  readonly #html: string;
  /** Marks that do not occur any more: looked for once, not again for every opening. */
  readonly #missing = new Set<string>();

  constructor(html: string) {
    this.#html = html;
  }

  read(): string {
    const html = this.#html;
    const text = new NotedText();
    let end = 0;
    for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", end)) {
      text.append(html.slice(end, at));
      end = this.#endOfMarkup(at);
      if (end === at) {
        text.append("<");
        end = at + 1;
      } else {
        this.#show(at, end, text);
      }
    }
    text.append(html.slice(end));
    return text.take();
  }

  /** Behind the comment, element or tag at `start`; `start` itself if it is none. */
  #endOfMarkup(start: number): number {
    if (this.#html.startsWith("<!--", start)) return this.#behind("-->", start + 4) ?? start;
    TAG_NAME.lastIndex = start;
    const name = TAG_NAME.exec(this.#html)?.[1]?.toLowerCase();
    if (name === undefined) return start;
    const isOpening = this.#html.charCodeAt(start + 1) !== SLASH;
    const closing = isOpening && DROPPED.has(name) ? this.#behind(`</${name}`, start) : undefined;
    return this.#behind(">", closing ?? start) ?? start;
  }

  #behind(mark: string, from: number): number | undefined {
    if (this.#missing.has(mark)) return undefined;
    const at = this.#html.indexOf(mark, from);
    if (at < 0) this.#missing.add(mark);
    return at < 0 ? undefined : at + mark.length;
  }

  #show(start: number, end: number, text: NotedText): void {
    TAG_NAME.lastIndex = start;
    const name = TAG_NAME.exec(this.#html)?.[1]?.toLowerCase() ?? "";
    if (BREAKING.has(name)) text.append("\n");
    else if (SPACING.has(name)) text.append(" ");
    else if (name === "img") text.append(this.#description(start, end));
    else if (name === "sup" && this.#html.charCodeAt(start + 1) === SLASH) text.lower();
    else if (name === "sup") text.raise();
  }

  #description(start: number, end: number): string {
    const alt = ALT.exec(this.#html.slice(start, end));
    return alt?.[1] ?? alt?.[2] ?? "";
  }
}
