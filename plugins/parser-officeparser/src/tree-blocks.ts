import { isHeaderLike } from "@quarry/formats/tables";
import { splitText } from "@quarry/formats/text";
import { type BlockLink, cleanLine, cleanText, type ParsedBlock, type ParserBudget } from "@quarry/plugin";
import type { OfficeContentNode } from "officeparser";
import { inlineText } from "./inline-text.ts";
import type { OfficeparserSettings } from "./officeparser-settings.ts";
import { tableCells } from "./table-cells.ts";

const MAX_LEVEL = 6;
/** The slide number field occurs in the notes as well. */
const SLIDE_NUMBER = /^\d{1,5}$/;
/** A longer block is split. */
const MAX_BLOCK_CHARACTERS = 50_000;

type Kind = Exclude<ParsedBlock["kind"], "heading" | "table_header" | "table_row">;

/**
 * Converts the library's tree into blocks, in reading order. Notes and comments follow the block that they belong to.
 */
export class TreeBlocks {
  readonly #settings: OfficeparserSettings;
  readonly #budget: ParserBudget;
  #page: number | null = null;
  #sheets = 0;
  #tables = 0;

  constructor(settings: OfficeparserSettings, budget: ParserBudget) {
    this.#settings = settings;
    this.#budget = budget;
  }

  *read(nodes: readonly OfficeContentNode[]): Generator<ParsedBlock> {
    for (const node of nodes) yield* this.#node(node);
  }

  *#node(node: OfficeContentNode): Generator<ParsedBlock> {
    switch (node.type) {
      case "slide":
        this.#page = node.metadata?.slideNumber ?? (this.#page ?? 0) + 1;
        yield* this.read(node.children ?? []);
        if (this.#settings.speakerNotes) yield* this.#speakerNotes(node.notes ?? []);
        yield* this.#asides(this.#settings.comments ? (node.comments ?? []) : []);
        return;
      case "sheet":
        this.#page = ++this.#sheets;
        yield* this.#heading(node.metadata?.sheetName ?? "", 1);
        yield* this.#rows(node.children ?? []);
        return;
      case "table":
        yield* this.#rows(node.children ?? []);
        return;
      case "heading":
        yield* this.#text(node, "paragraph", node.metadata?.level ?? 1);
        return;
      case "list":
        yield* this.#text(node, "list_item");
        return;
      case "code":
        yield* this.#text(node, "code");
        return;
      default:
        yield* this.#text(node, "paragraph");
    }
  }

  *#text(node: OfficeContentNode, kind: Kind, level?: number): Generator<ParsedBlock> {
    const { text, inner, asides, links } = inlineText(node, this.#settings);
    if (level === undefined) yield* this.#parts(kind, cleanText(text), links);
    else yield* this.#heading(text, level, links);
    yield* this.#asides(asides);
    yield* this.read(inner);
  }

  *#heading(text: string, level: number, links: readonly BlockLink[] = []): Generator<ParsedBlock> {
    const line = cleanLine(text);
    if (line === "") return;
    this.#budget.spendText(line.length);
    const depth = Math.min(MAX_LEVEL, Math.max(1, level));
    yield { kind: "heading", text: line, level: depth, page: this.#page, ...linked(links) };
  }

  /** Splits a block. The first part has the links. */
  *#parts(kind: Kind, text: string, links: readonly BlockLink[]): Generator<ParsedBlock> {
    let own = linked(links);
    for (const segment of splitText(text, MAX_BLOCK_CHARACTERS)) {
      this.#budget.spendText(segment.length);
      yield { kind, text: segment, page: this.#page, ...own };
      own = {};
    }
  }

  *#asides(nodes: readonly OfficeContentNode[]): Generator<ParsedBlock> {
    for (const node of nodes) yield* this.read(node.children ?? [node]);
  }

  *#speakerNotes(notes: readonly OfficeContentNode[]): Generator<ParsedBlock> {
    const texts = notes.flatMap(({ children = [] }) => children);
    yield* this.read(texts.filter((node) => !SLIDE_NUMBER.test(inlineText(node, this.#settings).text.trim())));
  }

  /**
   * Emits the rows of a table. The first row is its header if it looks like column names. So is such a row after an
   * empty row, which begins another table. A single text above a table, or after an empty row, is a paragraph.
   */
  *#rows(nodes: readonly OfficeContentNode[]): Generator<ParsedBlock> {
    const asides: OfficeContentNode[] = [];
    let tableId: number | undefined;
    let last: number | undefined;
    for (const node of nodes) {
      if (node.type !== "row") {
        yield* this.#node(node);
        tableId = undefined;
        continue;
      }
      const { row, texts, filled, links, asides: own } = tableCells(node, this.#settings);
      asides.push(...own);
      if (filled === 0) continue;
      this.#budget.spendCells(filled);
      const isAfterBlank = row !== undefined && last !== undefined && row > last + 1;
      last = row;
      const isHeader = (tableId === undefined || isAfterBlank) && isHeaderLike(texts);
      if (filled === 1 && isAfterBlank) tableId = undefined;
      if (tableId === undefined && filled === 1) {
        yield* this.#parts(
          "paragraph",
          texts.find((text) => text !== "")!,
          links,
        );
        continue;
      }
      if (isHeader || tableId === undefined) tableId = ++this.#tables;
      const text = texts.join(" | ");
      this.#budget.spendText(text.length);
      const kind = isHeader ? "table_header" : "table_row";
      yield { kind, text, page: this.#page, tableId, ...linked(links) };
    }
    yield* this.#asides(asides);
  }
}

const linked = (links: readonly BlockLink[]): Pick<ParsedBlock, "links"> => (links.length === 0 ? {} : { links });
