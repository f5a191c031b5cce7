import type { BlockLink } from "@quarry/plugin";
import { NotedText } from "@quarry/text";
import { decodeHTML } from "entities";

/** Elements whose content is not displayed. */
const DROPPED = new Set(["script", "style", "template", "rt", "rp"]);
const BREAKING = new Set(
  "br p div tr li h1 h2 h3 h4 h5 h6 table summary details ul ol dl dt dd blockquote pre section hr".split(" "),
);
const SPACING = new Set(["td", "th"]);

const SLASH = 0x2f;
const TAG_NAME = /<\/?([a-z][a-z0-9-]*)/iy;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const ALT = /\balt\s*=\s*(?:"([^"]*)"|'([^']*)')/i;

/**
 * Returns the text of HTML embedded in other formats. Sufficient for the tags that people write there; HTML pages have
 * their own parser. Takes linear time for any input.
 */
export function htmlText(html: string): string {
  return htmlContent(html).text;
}

/** Returns the text of embedded HTML, with its links. */
export function htmlContent(html: string): { readonly text: string; readonly links: readonly BlockLink[] } {
  const reader = new HtmlTextReader(html);
  const text = decoded(reader.read());
  return { text, links: reader.links.map((link) => ({ text: decoded(link.text), url: link.url })) };
}

/** Returns the address of a tag `<a …>`. */
export function hrefOf(tag: string): string | undefined {
  const [, ...forms] = HREF.exec(tag) ?? [];
  const href = forms.find((form) => form !== undefined);
  return href === undefined ? undefined : decoded(href);
}

const decoded = (text: string): string => (text.includes("&") ? decodeHTML(text) : text);

class HtmlTextReader {
  readonly #html: string;
  /** Cached marks that do not occur any more, so that they are not searched for again at every opening. */
  readonly #missing = new Set<string>();
  readonly #text = new NotedText();
  readonly links: BlockLink[] = [];
  #url: string | undefined;
  #words = "";

  constructor(html: string) {
    this.#html = html;
  }

  read(): string {
    const html = this.#html;
    let end = 0;
    for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", end)) {
      this.#append(html.slice(end, at));
      end = this.#endOfMarkup(at);
      if (end === at) {
        this.#append("<");
        end = at + 1;
      } else {
        this.#show(at, end);
      }
    }
    this.#append(html.slice(end));
    this.#openLink(undefined);
    return this.#text.take();
  }

  #append(text: string): void {
    this.#text.append(text);
    if (this.#url !== undefined) this.#words += text;
  }

  /** Opens a link and closes the previous one. */
  #openLink(url: string | undefined): void {
    if (this.#url !== undefined) this.links.push({ text: this.#words, url: this.#url });
    this.#url = url;
    this.#words = "";
  }

  /** Returns the position after the comment, element or tag at `start`, or `start` if there is none. */
  #endOfMarkup(start: number): number {
    if (this.#html.startsWith("<!--", start)) return this.#endOf("-->", start + 4) ?? start;
    TAG_NAME.lastIndex = start;
    const name = TAG_NAME.exec(this.#html)?.[1]?.toLowerCase();
    if (name === undefined) return start;
    const isOpening = this.#html.charCodeAt(start + 1) !== SLASH;
    const closing = isOpening && DROPPED.has(name) ? this.#endOf(`</${name}`, start) : undefined;
    return this.#endOf(">", closing ?? start) ?? start;
  }

  #endOf(mark: string, from: number): number | undefined {
    if (this.#missing.has(mark)) return undefined;
    const at = this.#html.indexOf(mark, from);
    if (at < 0) this.#missing.add(mark);
    return at < 0 ? undefined : at + mark.length;
  }

  #show(start: number, end: number): void {
    TAG_NAME.lastIndex = start;
    const name = TAG_NAME.exec(this.#html)?.[1]?.toLowerCase() ?? "";
    const isClosing = this.#html.charCodeAt(start + 1) === SLASH;
    if (BREAKING.has(name)) this.#append("\n");
    else if (SPACING.has(name)) this.#append(" ");
    else if (name === "img") this.#append(this.#description(start, end));
    else if (name === "a") this.#openLink(isClosing ? undefined : hrefOf(this.#html.slice(start, end)));
    else if (name === "sup" && isClosing) this.#text.lower();
    else if (name === "sup") this.#text.raise();
  }

  #description(start: number, end: number): string {
    const alt = ALT.exec(this.#html.slice(start, end));
    return alt?.[1] ?? alt?.[2] ?? "";
  }
}
