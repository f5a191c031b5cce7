import { cleanLine, type ParsedBlock, type ParsedDocumentInfo, type ParserEvent, splitKeywords } from "@quarry/plugin";
import { Parser } from "htmlparser2";
import { looksLikeHeader, rowBlock } from "../table-block.ts";

/** Plain text arrives as one paragraph. Beyond this length it is emitted in parts. */
const MAX_PARAGRAPH = 50_000;

const BLANK_LINE = /\n[^\S\n]*\n/;

/** A missing title is written as a character that is invalid in XML. */
const NO_TITLE = /^[\0\uFFFD]*$/;

/** Classes by which Tika marks a page, a slide or a sheet. */
const PAGE_CLASSES = new Set(["page", "slide-content", "sheet"]);
/** Template texts that repeat on every slide. */
const SKIPPED_CLASSES = new Set(["slide-master-content", "slide-layout-content"]);

interface Table {
  readonly id: number;
  readonly page: number | null;
  rows: number;
  cells: string[];
  isHeader: boolean;
}

/** Converts Tika's XHTML into blocks as it arrives. */
export class XhtmlBlocks {
  /** Media type detected by Tika; it precedes all text. */
  mediaType: string | undefined;
  readonly #events: ParserEvent[] = [];
  readonly #parser: Parser;
  #page: number | null = null;
  #text = "";
  #kind: ParsedBlock["kind"] = "paragraph";
  #level = 1;
  /** Depth within a left-out element; 0 outside of one. */
  #skippedDepth = 0;
  #isTitle = false;
  #title = "";
  #tables = 0;
  readonly #openTables: Table[] = [];

  constructor() {
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#open(name, attributes),
        onclosetag: (name) => this.#close(name),
        ontext: (text) => this.#add(text),
      },
      { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: true },
    );
  }

  push(xhtml: string): Iterable<ParserEvent> {
    this.#parser.write(xhtml);
    return this.#events.splice(0);
  }

  finish(): Iterable<ParserEvent> {
    this.#parser.end();
    this.#flush();
    return this.#events.splice(0);
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    const classes = (attributes["class"] ?? "").split(" ");
    if (this.#skippedDepth > 0 || classes.some((value) => SKIPPED_CLASSES.has(value))) {
      this.#skippedDepth++;
      return;
    }
    const heading = /^h([1-6])$/.exec(name);
    if (heading !== null) this.#begin("heading", Number(heading[1]));
    else if (name === "meta") this.#meta(attributes["name"] ?? "", attributes["content"] ?? "");
    else if (name === "title") this.#isTitle = true;
    else if (name === "p") this.#begin(classes.some((value) => /list/i.test(value)) ? "list_item" : "paragraph");
    else if (name === "li") this.#begin("list_item");
    else if (name === "pre") this.#begin("code");
    else if (name === "blockquote") this.#begin("quote");
    else if (name === "div") this.#openDivision(classes);
    else if (name === "br") this.#add("\n");
    else if (name === "table") this.#openTable();
    else if (name === "tr") this.#beginRow();
    else if (name === "th" && this.#table !== undefined) this.#table.isHeader = true;
  }

  #close(name: string): void {
    if (this.#skippedDepth > 0) {
      this.#skippedDepth--;
      return;
    }
    if (name === "title") this.#closeTitle();
    else if (name === "td" || name === "th") this.#closeCell();
    else if (name === "tr" || name === "thead" || name === "tbody") this.#closeRow();
    else if (name === "table") this.#closeTable();
    else if (/^(h[1-6]|p|li|pre|blockquote|div|body)$/.test(name)) this.#flush();
  }

  #add(text: string): void {
    if (this.#skippedDepth > 0) return;
    if (this.#isTitle) {
      this.#title += text;
      return;
    }
    this.#text += text;
    if (this.#text.length > MAX_PARAGRAPH && this.#table === undefined) this.#flushBeginning();
  }

  #openDivision(classes: readonly string[]): void {
    this.#begin("paragraph");
    if (!classes.some((value) => PAGE_CLASSES.has(value))) return;
    this.#page = (this.#page ?? 0) + 1;
    this.#events.push({ type: "progress", done: this.#page });
  }

  /** Within a cell all content is the cell's text, regardless of its markup. */
  #begin(kind: ParsedBlock["kind"], level = 1): void {
    if (this.#table !== undefined) {
      this.#text += " ";
      return;
    }
    this.#flush();
    this.#kind = kind;
    this.#level = level;
  }

  #flush(): void {
    if (this.#table !== undefined) return;
    this.#emit(this.#text);
    this.#text = "";
    this.#kind = "paragraph";
  }

  /** Emits the text up to the last space. */
  #flushBeginning(): void {
    const end = this.#text.lastIndexOf(" ") + 1 || this.#text.length;
    this.#emit(this.#text.slice(0, end));
    this.#text = this.#text.slice(end);
  }

  /** Plain text arrives as one element with its own empty lines. */
  #emit(raw: string): void {
    if (this.#kind === "code") this.#emitBlock(raw.trimEnd());
    else for (const part of raw.split(BLANK_LINE)) this.#emitBlock(cleanLine(part).replace(/^[·•]\s*/, ""));
  }

  #emitBlock(text: string): void {
    if (text.trim() === "") return;
    const level = this.#kind === "heading" ? { level: this.#level } : {};
    this.#events.push({ type: "block", block: { kind: this.#kind, text, page: this.#page, ...level } });
  }

  get #table(): Table | undefined {
    return this.#openTables.at(-1);
  }

  /** A table within a cell becomes text of that cell. */
  #openTable(): void {
    if (this.#table === undefined) this.#flush();
    const { id, page } = this.#table ?? { id: ++this.#tables, page: this.#page };
    this.#openTables.push({ id, page, rows: 0, cells: [], isHeader: false });
  }

  #beginRow(): void {
    if (this.#openTables.length === 1) this.#text = "";
  }

  #closeCell(): void {
    if (this.#openTables.length !== 1) {
      this.#text += " ";
      return;
    }
    this.#table!.cells.push(cleanLine(this.#text));
    this.#text = "";
  }

  #closeRow(): void {
    const table = this.#table;
    if (table === undefined || this.#openTables.length !== 1) return;
    // A header without a row element: the end of the header ends the row.
    if (table.cells.length === 0) return;
    const isHeader = table.isHeader || (table.rows === 0 && looksLikeHeader(table.cells));
    const block = rowBlock(table.cells, isHeader ? "table_header" : "table_row", table.id, table.page);
    if (block !== undefined) {
      table.rows++;
      this.#events.push({ type: "block", block });
    }
    table.cells = [];
    table.isHeader = false;
  }

  #closeTable(): void {
    this.#openTables.pop();
    if (this.#table === undefined) this.#text = "";
  }

  #closeTitle(): void {
    this.#isTitle = false;
    if (!NO_TITLE.test(this.#title)) this.#emitInfo({ title: this.#title });
  }

  #meta(name: string, content: string): void {
    if (name === "Content-Type") this.mediaType = content;
    if (name === "dc:creator") this.#emitInfo({ author: content });
    else if (name === "dc:language") this.#emitInfo({ language: content });
    else if (name === "dcterms:created") this.#emitInfo({ createdAt: isoDate(content) });
    else if (name === "dcterms:modified") this.#emitInfo({ modifiedAt: isoDate(content) });
    else if (name === "meta:keyword") this.#emitInfo({ keywords: splitKeywords(content) });
    else if (name === "xmpTPg:NPages" && /^[1-9]\d*$/.test(content)) this.#emitInfo({ pageCount: Number(content) });
  }

  #emitInfo(info: ParsedDocumentInfo): void {
    const filled = Object.entries(info)
      .map(([key, value]) => [key, typeof value === "string" ? cleanLine(value) : value] as const)
      .filter(([, value]) => value !== "");
    if (filled.length > 0) this.#events.push({ type: "info", info: Object.fromEntries(filled) });
  }
}

/** Returns an ISO 8601 date, or "" for an invalid or missing one. */
const isoDate = (text: string): string => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? "" : new Date(time).toISOString();
};
