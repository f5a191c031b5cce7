import { type BlockLink, cleanLine, cleanText, type ParsedBlock, rowOfCells } from "@quarry/plugin";
import type { Token } from "markdown-it";
import { calloutTitle } from "./callout.ts";
import { htmlContent } from "./html-text.ts";
import { inlineContent } from "./inline-text.ts";
import { softBreakOf } from "./line-breaks.ts";

/** `{#anchor .class}` after a heading, as some writers add. Spaces are already collapsed. */
const HEADING_ATTRIBUTES = / ?\{[#.][^{}]{0,100}\}$/;
/** An Obsidian block id, at the end of its block: `^37066d`. */
const BLOCK_ID = /\s\^[A-Za-z0-9-]{3,64}$/;
/** A longer HTML block is not a single heading. */
const MAX_HTML_HEADING = 2_000;
const HTML_HEADING = /^\s*<h([1-6])\b[^>]*>([\s\S]*?)<\/h\1\s*>\s*$/i;

/** Converts Markdown tokens into blocks. Retains state across segments. */
export class MarkdownBlocks {
  #tableId = 0;
  #quotes = 0;
  #items = 0;
  /** Marker before the next text: "3. " for an item of an ordered list. */
  #marker = "";
  #level: number | undefined;
  #cells: string[] | undefined;
  /** Links of the current row's cells. */
  #links: BlockLink[] = [];
  /** Whether the next text is the first of a quote. */
  #beginsQuote = false;
  #isHeaderRow = false;
  #isTable = false;

  *read(tokens: readonly Token[]): Generator<ParsedBlock> {
    for (const token of tokens) {
      const block = this.#readToken(token);
      if (block !== undefined && block.text !== "") yield { ...block, page: null };
    }
  }

  #readToken(token: Token): ParsedBlock | undefined {
    switch (token.type) {
      case "inline":
        return this.#readInline(token);
      case "fence":
      case "code_block":
        return {
          kind: "code",
          text: cleanText(token.content)
            .replace(/^\s*\n/, "")
            .trimEnd(),
        };
      case "html_block":
        return htmlBlock(token.content);
      case "heading_open":
        this.#level = Number(token.tag.slice(1));
        return undefined;
      case "tr_close":
        return this.#closeRow();
      default:
        this.#track(token);
        return undefined;
    }
  }

  #readInline(token: Token): ParsedBlock | undefined {
    const content = inlineContent(token.children ?? [], softBreakOf(token.content));
    const links = content.links.map((link) => ({ ...link, text: tidy(link.text) }));
    if (this.#isTable) {
      this.#cells?.push(tidy(content.text).replaceAll("\n", " "));
      this.#links.push(...links);
      return undefined;
    }
    const isFirstOfQuote = this.#beginsQuote;
    this.#beginsQuote = false;
    const text = tidy(content.text).replace(BLOCK_ID, "");
    return withLinks(this.#blockOf(isFirstOfQuote ? calloutTitle(text) : text), links);
  }

  #blockOf(text: string): ParsedBlock {
    if (this.#level !== undefined) {
      const level = this.#level;
      this.#level = undefined;
      return { kind: "heading", text: text.replaceAll("\n", " ").replace(HEADING_ATTRIBUTES, ""), level };
    }
    if (this.#items > 0) return { kind: "list_item", text: this.#takeMarker() + text };
    return { kind: this.#quotes > 0 ? "quote" : "paragraph", text };
  }

  #closeRow(): ParsedBlock {
    const cells = this.#cells ?? [];
    const links = this.#links;
    this.#cells = undefined;
    this.#links = [];
    const kind = this.#isHeaderRow ? "table_header" : "table_row";
    return withLinks({ kind, ...rowOfCells(cells), tableId: this.#tableId }, links);
  }

  #track(token: Token): void {
    if (token.type === "blockquote_open") this.#openQuote();
    else if (token.type === "blockquote_close") this.#closeQuote();
    else if (token.type === "list_item_open") this.#openItem(token);
    else if (token.type === "list_item_close") this.#items--;
    else if (token.type === "table_open") this.#openTable();
    else if (token.type === "table_close") this.#isTable = false;
    else if (token.type === "thead_open") this.#isHeaderRow = true;
    else if (token.type === "thead_close") this.#isHeaderRow = false;
    else if (token.type === "tr_open") this.#cells = [];
  }

  #openQuote(): void {
    this.#quotes++;
    this.#beginsQuote = true;
  }

  #closeQuote(): void {
    this.#quotes--;
    this.#beginsQuote = false;
  }

  /** Texts refer to "step 3", so the number is part of the item. A bullet carries no information. */
  #openItem(token: Token): void {
    this.#items++;
    this.#marker = token.info === "" ? "" : `${token.info}${token.markup} `;
  }

  #takeMarker(): string {
    const marker = this.#marker;
    this.#marker = "";
    return marker;
  }

  #openTable(): void {
    this.#isTable = true;
    this.#tableId++;
  }
}

function htmlBlock(html: string): ParsedBlock {
  const heading = html.length <= MAX_HTML_HEADING ? HTML_HEADING.exec(html) : null;
  if (heading === null || /<h[1-6]/i.test(heading[2]!)) {
    const { text, links } = htmlContent(html);
    return withLinks({ kind: "paragraph", text: tidy(text) }, links);
  }
  const { text, links } = htmlContent(heading[2]!);
  return withLinks({ kind: "heading", text: cleanLine(text), level: Number(heading[1]) }, links);
}

const withLinks = (block: ParsedBlock, links: readonly BlockLink[]): ParsedBlock =>
  links.length === 0 ? block : { ...block, links };

const tidy = (text: string): string =>
  cleanText(text)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n[\s]*/g, "\n")
    .trim();
