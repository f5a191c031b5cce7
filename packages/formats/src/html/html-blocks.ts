import type { ParsedBlock, ParserBudget, ParserEvent } from "@quarry/plugin";
import { NotedText } from "@quarry/text";
import { isCodeCell, isLineNumber, tidyCode } from "./code-cells.ts";
import {
  ANNOTATIONS,
  ARTICLES,
  BLOCKS,
  DROPPED,
  headingLevel,
  isHidden,
  LISTS,
  NAVIGATION,
  LINES,
  PREFORMATTED,
  ROW_GROUPS,
  SPACED,
} from "./element-kinds.ts";
import { FontStack } from "./font-stack.ts";
import type { HtmlOptions } from "./html-options.ts";
import { ListNumbers } from "./list-numbers.ts";
import { MathSigns } from "./math-signs.ts";
import { OpenLinks } from "./open-links.ts";
import { infoOfElement } from "./page-info.ts";
import { TableRows } from "./table-rows.ts";
import { tidy, tidyLine } from "./tidy-text.ts";

/** Approximate size of the parts in which text without block elements is emitted, so that memory is constant. */
const MAX_PENDING_CHARACTERS = 50_000;

/** A longer title means that the title element was never closed. */
const MAX_TITLE_CHARACTERS = 1_000;

type Attributes = Record<string, string>;
interface OpenCell {
  readonly isHeader: boolean;
  readonly attributes: Attributes;
  /** Number of preformatted elements around the cell. */
  readonly preDepth: number;
  hasCode: boolean;
}

/** Handles the tags of a page and collects its blocks. `take` returns the finished ones. */
export class HtmlBlocks {
  readonly #options: HtmlOptions;
  readonly #budget: ParserBudget;
  #events: ParserEvent[] = [];
  readonly #text = new NotedText();
  readonly #fonts = new FontStack();
  readonly #links = new OpenLinks();
  #depth = 0;
  /** Depth of the element whose content is dropped, or 0. */
  #dropDepth = 0;
  #preDepth = 0;
  #level: number | undefined;
  #articles = 0;
  #items = 0;
  #quotes = 0;
  /** Open lists, with their counters if they are numbered, and the marker before the next text. */
  readonly #lists: (ListNumbers | undefined)[] = [];
  #marker = "";
  /** Depth of the open formula, and whether it has displayed anything yet. */
  #mathDepth = 0;
  #hasMath = false;
  #mathSigns = new MathSigns();
  #isTitle = false;
  #tableCount = 0;
  /** Open tables that already emitted rows, and the table of the last block. */
  readonly #startedTables = new Set<number>();
  #lastTable: number | undefined;
  readonly #tables: (TableRows | undefined)[] = [];
  readonly #cells: (OpenCell | undefined)[] = [];
  /** Code whose lines are table rows, until another block arrives. */
  #listing = "";

  #hasText = false;
  #hasScript = false;

  constructor(options: HtmlOptions, budget: ParserBudget) {
    this.#options = options;
    this.#budget = budget;
  }

  take(): ParserEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Whether there was no text, but scripts that would create some in a browser. */
  get isMadeByScripts(): boolean {
    return this.#hasScript && !this.#hasText;
  }

  openTag(name: string, attributes: Attributes): void {
    this.#depth++;
    this.#budget.checkNesting(this.#depth);
    this.#hasScript ||= name === "script";
    if (this.#dropDepth > 0) return;
    this.#fonts.openTag(name, attributes, this.#depth);
    if (this.#isDropped(name, attributes)) {
      this.#dropDepth = this.#depth;
      return;
    }
    const info = infoOfElement(name, attributes);
    if (info !== undefined) this.#events.push({ type: "info", info });
    if (this.#mathDepth > 0) this.#text.append(this.#mathSigns.open(name));
    if (name === "a") this.#links.open(attributes["href"]);
    if (name === "br") this.#append("\n");
    else if (name === "sup") this.#raise();
    else if (name === "math") this.#openMath();
    else if (name === "img") this.#addImage(attributes);
    else if (BLOCKS.has(name)) this.#openBlock(name, attributes);
    else if (attributes["role"] === "heading") this.#openHeading(headingLevel(name, attributes)!);
    else if (SPACED.has(name)) this.#text.append(" ");
  }

  closeTag(name: string): void {
    const isDropped = this.#dropDepth > 0;
    if (this.#dropDepth === this.#depth) this.#dropDepth = 0;
    if (this.#mathDepth === this.#depth) this.#mathDepth = 0;
    if (this.#mathDepth > 0 && !isDropped) this.#text.append(this.#mathSigns.close(name));
    this.#fonts.closeTag(name, this.#depth--);
    if (isDropped) return;
    if (name === "a") this.#links.close();
    if (name === "sup") this.#text.lower();
    else if (BLOCKS.has(name)) this.#closeBlock(name);
    else if (SPACED.has(name)) this.#text.append(" ");
  }

  addText(text: string): void {
    if (this.#dropDepth > 0) return this.#fonts.addHidden(text);
    const shown = this.#fonts.shown(text);
    // Line ends in the source are spaces, except those of <br> and of preformatted text.
    this.#append(this.#preDepth > 0 ? shown : shown.replace(/\s+/g, " "));
    if (this.#mathDepth > 0) this.#hasMath ||= /\S/.test(text);
    if (this.#text.length > MAX_PENDING_CHARACTERS) this.#emitPending();
  }

  #append(text: string): void {
    this.#text.append(text);
    this.#links.addWords(text);
  }

  end(): void {
    this.#flush();
    this.#endListing();
  }

  #isDropped(name: string, attributes: Attributes): boolean {
    if (DROPPED.has(name) || isHidden(attributes)) return true;
    if (ANNOTATIONS.has(name)) return this.#hasMath;
    if ((name === "span" || name === "a") && isLineNumber(attributes))
      return this.#preDepth > 0 || attributes["data-line-number"] !== undefined;
    return this.#options.dropNavigation && NAVIGATION.has(name) && (name === "nav" || this.#articles === 0);
  }

  #addImage(attributes: Attributes): void {
    const description = attributes["alt"];
    if (this.#options.imageDescriptions && description) this.#append(` ${description} `);
  }

  /** Marks superscript text, except in code, where it is not a note mark. */
  #raise(): void {
    if (this.#preDepth === 0) this.#text.raise();
  }

  #openMath(): void {
    this.#mathDepth = this.#depth;
    this.#mathSigns = new MathSigns();
    this.#hasMath = false;
  }

  #openBlock(name: string, attributes: Attributes): void {
    if (this.#isLineOfCode(name)) return;
    if (LISTS.has(name)) this.#lists.push(name === "ol" ? new ListNumbers(attributes) : undefined);
    if (this.#isInCell() && name !== "table" && headingLevel(name, attributes) === undefined) {
      if (name !== "td" && name !== "th" && name !== "tr") return this.#openInCell(name, attributes);
    }
    const level = headingLevel(name, attributes);
    if (level !== undefined) return this.#openHeading(level);
    this.#flush();
    if (name === "li" || name === "dt" || name === "dd") this.#openItem(name, attributes);
    else if (name === "blockquote") this.#quotes++;
    else if (ARTICLES.has(name)) this.#articles++;
    else if (name === "title") this.#isTitle = true;
    else if (name === "table") this.#openTable(attributes);
    else if (name === "thead") this.#tables.at(-1)?.openHead();
    else if (name === "td" || name === "th") this.#openCell(name, attributes);
    else if (PREFORMATTED.has(name)) this.#preDepth++;
  }

  /** Whether the element is a line of code. Some listings have an element per line. */
  #isLineOfCode(name: string): boolean {
    return this.#preDepth > 0 && !this.#isInCell() && LINES.has(name);
  }

  #openItem(name: string, attributes: Attributes): void {
    this.#items++;
    this.#marker = name === "li" ? this.#numberOf(attributes) : "";
  }

  #closeItem(): void {
    this.#items = Math.max(0, this.#items - 1);
    this.#marker = "";
  }

  #numberOf(attributes: Attributes): string {
    return this.#lists.at(-1)?.markOf(attributes) ?? "";
  }

  /** Opens a block within a cell: it only separates text, except for lines of code. */
  #openInCell(name: string, attributes: Attributes): void {
    const isPreformatted = PREFORMATTED.has(name);
    if (this.#preDepth === 0)
      this.#text.append(isPreformatted ? "\n" : ` ${name === "li" ? this.#numberOf(attributes) : ""}`);
    if (!isPreformatted) return;
    this.#preDepth++;
    this.#cells.at(-1)!.hasCode = true;
  }

  #closeInCell(name: string): void {
    this.#text.append(this.#preDepth > 0 ? "\n" : " ");
    if (PREFORMATTED.has(name)) this.#preDepth = Math.max(0, this.#preDepth - 1);
  }

  #openHeading(level: number): void {
    this.#flush();
    if (this.#isInCell()) this.#closeRow();
    this.#level = level;
  }

  #closeBlock(name: string): void {
    if (this.#isLineOfCode(name)) return this.#text.append("\n");
    if (name === "td" || name === "th") return this.#closeCell();
    if (LISTS.has(name)) this.#lists.pop();
    if (this.#isInCell() && name !== "table" && name !== "tr" && this.#level === undefined)
      return this.#closeInCell(name);
    this.#flush(name === "caption");
    this.#level = undefined;
    if (name === "li" || name === "dt" || name === "dd") this.#closeItem();
    else if (name === "blockquote") this.#quotes = Math.max(0, this.#quotes - 1);
    else if (ARTICLES.has(name)) this.#articles = Math.max(0, this.#articles - 1);
    else if (name === "title") this.#isTitle = false;
    else if (name === "table") this.#closeTable();
    else if (ROW_GROUPS.has(name)) this.#closeGroup(name);
    else if (name === "tr") this.#closeRow();
    else if (PREFORMATTED.has(name)) this.#preDepth = Math.max(0, this.#preDepth - 1);
  }

  /**
   * Starts a table. A table within a cell usually means that the outer one is for layout: the outer row so far is
   * emitted first.
   */
  #openTable(attributes: Attributes): void {
    this.#closeRow(true);
    const isLayout = attributes["role"] === "presentation" || attributes["role"] === "none";
    this.#tables.push(isLayout ? undefined : new TableRows(++this.#tableCount));
    this.#cells.push(undefined);
  }

  #closeTable(): void {
    this.#closeRow();
    this.#endListing();
    const closed = this.#tables.pop();
    if (closed !== undefined) this.#startedTables.delete(closed.id);
    this.#cells.pop();
  }

  #openCell(name: string, attributes: Attributes): void {
    if (this.#tables.at(-1) === undefined) return;
    const hasCode = isCodeCell(attributes);
    this.#cells[this.#cells.length - 1] = { isHeader: name === "th", attributes, preDepth: this.#preDepth, hasCode };
    if (hasCode) this.#preDepth++;
  }

  #closeCell(): void {
    this.#flush();
    const cell = this.#cells.at(-1);
    if (cell === undefined) return;
    this.#preDepth = cell.preDepth;
    this.#cells[this.#cells.length - 1] = undefined;
  }

  #closeGroup(name: string): void {
    this.#closeRow();
    const table = this.#tables.at(-1);
    if (name === "thead") table?.closeHead();
    table?.closeGroup();
  }

  #closeRow(isDivided = false): void {
    const table = this.#tables.at(-1);
    const row = table?.closeRow(isDivided);
    if (table === undefined || row === undefined) return;
    if (row.kind === "listing") {
      this.#links.take();
      this.#listing += `${row.text}\n`;
      if (this.#listing.length > MAX_PENDING_CHARACTERS) this.#endListing();
      return;
    }
    if (this.#listing !== "") this.#endListing();
    if (this.#startedTables.has(table.id) && this.#lastTable !== table.id) table.id = ++this.#tableCount;
    this.#push({ ...row, tableId: table.id });
  }

  #endListing(): void {
    const text = this.#listing;
    this.#listing = "";
    this.#push({ kind: "code", text: text.trimEnd(), page: null });
  }

  #isInCell(): boolean {
    return this.#cells.at(-1) !== undefined;
  }

  #flush(isCaption = false): void {
    const raw = this.#text.take();
    const cell = this.#cells.at(-1);
    if (cell !== undefined && this.#level === undefined) {
      this.#tables.at(-1)?.addCell(tidyLine(raw), cell.isHeader, cell.attributes, cell.hasCode ? raw : undefined);
      return;
    }
    if (this.#isTitle) {
      const title = tidyLine(raw.slice(0, MAX_TITLE_CHARACTERS));
      if (title !== "") this.#events.push({ type: "info", info: { title } });
      return;
    }
    const caption = isCaption ? this.#tables.at(-1)?.caption(tidyLine(raw)) : undefined;
    this.#push(caption ?? this.#blockOf(raw));
  }

  #blockOf(raw: string): ParsedBlock {
    if (this.#level !== undefined) return { kind: "heading", text: tidyLine(raw), level: this.#level, page: null };
    if (this.#preDepth > 0) return { kind: "code", text: tidyCode(raw), page: null };
    const text = tidy(raw);
    if (this.#items === 0) return { kind: this.#quotes > 0 ? "quote" : "paragraph", text, page: null };
    // The number is part of the item. It precedes the item's first text.
    const marker = text === "" ? "" : this.#marker;
    if (text !== "") this.#marker = "";
    return { kind: "list_item", text: marker + text, page: null };
  }

  #push(block: ParsedBlock): void {
    if (block.text.trim() === "") return;
    if (this.#listing !== "") this.#endListing();
    this.#hasText = true;
    this.#budget.spendText(block.text.length);
    this.#lastTable = block.tableId;
    if (block.tableId !== undefined) this.#startedTables.add(block.tableId);
    const links = this.#links.take();
    this.#events.push({ type: "block", block: links.length === 0 ? block : { ...block, links } });
  }

  /** Emits the text up to the last space, and keeps the rest for the next part. */
  #emitPending(): void {
    const text = this.#text.take();
    const splitIndex = Math.max(text.lastIndexOf(" "), text.lastIndexOf("\n"));
    this.#text.append(splitIndex > 0 ? text.slice(0, splitIndex) : text);
    this.#flush();
    if (this.#isInCell()) this.#closeRow();
    if (splitIndex > 0) this.#text.append(text.slice(splitIndex + 1));
  }
}
