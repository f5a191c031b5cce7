import type { BlockSink } from "./block-sink.ts";
import { type DataNode, leafNode, plainText } from "./data-node.ts";
import { RecordRun } from "./record-run.ts";
import { headingOf } from "./section-heading.ts";

/** Up to this size a container of values is one record: at the default chunk size it fits a chunk. */
const MAX_RECORD_SIZE = 1_500;
/** A value up to this length stands on a line with its name; up to the next, in a paragraph with it. */
const MAX_LINE_CHARACTERS = 200;
const MAX_LABELLED_CHARACTERS = 1_000;
/** Short items of a list (numbers, codes) stand on one line, up to this length of it. */
const MAX_SHORT_ITEM = 24;
const MAX_ITEMS_LINE = 1_000;

/** Whether a node of data fits a chunk as one record. */
export const isRecord = (node: DataNode): boolean =>
  node.size <= MAX_RECORD_SIZE && !node.isDocument && !(node.isList && hasSeveralContainers(node));

/** Several records in a list are shown one by one, however small. */
const hasSeveralContainers = (list: DataNode): boolean =>
  list.children.filter((child) => child.children.length > 0).length > 1;

/** Writes the children of one container as blocks, in order; holds back a few to classify them. */
export class SectionWriter {
  readonly #sink: BlockSink;
  /** Heading of this section; empty when it has none. */
  readonly #label: string;
  readonly #level: number;
  /** Levels of the headings of this section's parts. */
  readonly childLevel: number;
  /** The name of the items of a list, for those that have no name of their own. */
  readonly #itemName: string;
  #items = 0;
  #lines: string[] = [];
  #linesSize = 0;
  #shortItems: string[] = [];
  #shortItemsSize = 0;
  readonly #records: RecordRun;
  /** The table that rows of markup belong to, until something else comes. */
  #markupTable: number | undefined;
  /** Whether the last heading written belongs to a part of this section. */
  #isInPart = false;

  constructor(sink: BlockSink, label: string, level: number, itemName: string) {
    this.#sink = sink;
    this.#label = label;
    this.#level = level;
    this.childLevel = label === "" ? level : level + 1;
    this.#itemName = itemName;
    this.#records = new RecordRun(sink, () => this.#backToSection());
    if (label !== "") sink.heading(label, level);
  }

  add(node: DataNode): void {
    if (node.role !== "data" && node.role !== "attribute") return this.#addMarkup(node);
    if (node.children.length === 0) return this.#addLeaf(node);
    if (isRecord(node)) return this.#addRecord(node);
    this.#openPart();
    writeSection(this.#sink, node, this.childLevel, this.nextItemName(node));
  }

  /** Ends the children held back; a part of this section follows, with a heading of its own. */
  openPart(node: { readonly name: string }): string {
    this.#openPart();
    return this.nextItemName(node);
  }

  end(): void {
    this.#flush();
  }

  /** Name of an item without one: the list's name and its number. */
  nextItemName(node: { readonly name: string }): string {
    if (this.#itemName === "") return node.name;
    return node.name === "" ? `${this.#itemName} ${++this.#items}` : node.name;
  }

  #openPart(): void {
    this.#flush();
    this.#isInPart = true;
  }

  #addMarkup(node: DataNode): void {
    const isRow = node.role === "row" || node.role === "header_row";
    if (!isRow) this.#flush();
    else this.#flushPending();
    switch (node.role) {
      case "heading":
        this.#sink.heading(plainText(node), this.childLevel);
        this.#isInPart = true;
        return;
      case "row":
      case "header_row":
        this.#markupTable ??= this.#sink.openTable();
        this.#sink.row(
          node.role === "row" ? "table_row" : "table_header",
          node.children.map(plainText),
          this.#markupTable,
        );
        return;
      case "list_item":
        if (node.children.length === 0) return this.#sink.text("list_item", node.text);
        return writeSection(this.#sink, node, this.childLevel, "");
      default:
        if (node.children.length === 0) this.#sink.text(node.role === "code" ? "code" : "paragraph", node.text);
        else writeSection(this.#sink, node, this.childLevel, "");
    }
  }

  #addLeaf(node: DataNode): void {
    const { name, text } = node;
    if (text === "") return;
    if (text.length <= MAX_LINE_CHARACTERS) {
      if (name === "") return this.#addItem(text);
      return this.#addLine(`${name}: ${text.replace(/\s+/g, " ")}`);
    }
    this.#flush();
    if (name !== "" && text.length > MAX_LABELLED_CHARACTERS) {
      this.#sink.heading(name, this.childLevel);
      this.#isInPart = true;
      this.#sink.prose(text);
      return;
    }
    this.#backToSection();
    this.#sink.prose(name === "" ? text : `${name}: ${text}`);
  }

  #addItem(text: string): void {
    this.#flushLines();
    this.#records.end();
    this.#items++;
    if (text.length > MAX_SHORT_ITEM) {
      this.#flushShortItems();
      this.#backToSection();
      this.#sink.text("list_item", text);
      return;
    }
    this.#shortItems.push(text);
    this.#shortItemsSize += text.length + 2;
    if (this.#shortItemsSize > MAX_ITEMS_LINE) this.#flushShortItems();
  }

  #addLine(line: string): void {
    this.#flushShortItems();
    this.#records.end();
    this.#lines.push(line);
    this.#linesSize += line.length + 1;
    if (this.#linesSize > MAX_RECORD_SIZE) this.#flushLines();
  }

  #addRecord(node: DataNode): void {
    this.#flushLines();
    this.#flushShortItems();
    this.#items++;
    this.#records.add(node);
  }

  /** Repeats this section's heading after a part with its own: the next text is not that part's. */
  #backToSection(): void {
    if (this.#isInPart && this.#label !== "") this.#sink.heading(this.#label, this.#level);
    this.#isInPart = false;
    this.#markupTable = undefined;
  }

  #flush(): void {
    this.#flushPending();
    this.#markupTable = undefined;
  }

  #flushPending(): void {
    this.#flushLines();
    this.#flushShortItems();
    this.#records.end();
  }

  #flushLines(): void {
    if (this.#lines.length === 0) return;
    this.#backToSection();
    this.#sink.record(this.#lines.join("\n"));
    this.#lines = [];
    this.#linesSize = 0;
  }

  #flushShortItems(): void {
    if (this.#shortItems.length === 0) return;
    this.#backToSection();
    this.#sink.text("list_item", this.#shortItems.join(", "));
    this.#shortItems = [];
    this.#shortItemsSize = 0;
  }
}

/** Writes a complete container under its heading. `fallbackName` is its name if it has none itself. */
export function writeSection(
  sink: BlockSink,
  node: DataNode,
  level: number,
  fallbackName: string,
  isHeaded = true,
): void {
  const heading = headingOf(node, fallbackName);
  const label = isHeaded || heading.usedUp !== undefined ? heading.label : "";
  const writer = new SectionWriter(sink, label, level, node.name || fallbackName);
  if (node.text !== "") writer.add(leafNode("", node.text));
  for (const child of inReadingOrder(node)) if (child !== heading.usedUp) writer.add(child);
  writer.end();
}

/**
 * Fields in reading order: a record's own order means nothing, so short ones come first, to stand under its own
 * heading.
 */
function inReadingOrder(node: DataNode): readonly DataNode[] {
  if (node.isList || node.isDocument) return node.children;
  return [...node.children.filter(isShort), ...node.children.filter((child) => !isShort(child))];
}

const isShort = (node: DataNode): boolean => node.children.length === 0 && node.text.length <= MAX_LABELLED_CHARACTERS;
