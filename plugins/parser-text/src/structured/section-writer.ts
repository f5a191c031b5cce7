import type { BlockSink } from "./block-sink.ts";
import { type DataNode, leafNode, plainText } from "./data-node.ts";
import { RecordRun } from "./record-run.ts";
import { headingOf } from "./section-heading.ts";

/** Maximum size of a container of values that is one record: it fits a chunk at the default chunk size. */
const MAX_RECORD_SIZE = 1_500;
/** Maximum length of a value on one line with its name, and in one paragraph with its name. */
const MAX_LINE_CHARACTERS = 200;
const MAX_LABELLED_CHARACTERS = 1_000;
/** Maximum length of short list items (numbers, codes) that are joined on one line, and of that line. */
const MAX_SHORT_ITEM = 24;
const MAX_ITEMS_LINE = 1_000;

/** Whether a data node fits a chunk as one record. */
export const isRecord = (node: DataNode): boolean =>
  node.size <= MAX_RECORD_SIZE && !node.isDocument && !(node.isList && hasSeveralContainers(node));

/** Whether a list has several containers. They are written one by one, however small. */
const hasSeveralContainers = (list: DataNode): boolean =>
  list.children.filter((child) => child.children.length > 0).length > 1;

/** Writes the children of one container as blocks, in order. Buffers a few to classify them. */
export class SectionWriter {
  readonly #sink: BlockSink;
  /** Heading of this section, or "". */
  readonly #label: string;
  readonly #level: number;
  /** Heading level of this section's parts. */
  readonly childLevel: number;
  /** Name for list items without a name of their own. */
  readonly #itemName: string;
  #items = 0;
  #lines: string[] = [];
  #linesSize = 0;
  #shortItems: string[] = [];
  #shortItemsSize = 0;
  readonly #records: RecordRun;
  /** Table of consecutive markup rows, until another node arrives. */
  #markupTable: number | undefined;
  /** Whether the last heading written belongs to a part of this section. */
  #isInPart = false;

  constructor(sink: BlockSink, label: string, level: number, itemName: string) {
    this.#sink = sink;
    this.#label = label;
    this.#level = level;
    this.childLevel = label === "" ? level : level + 1;
    this.#itemName = itemName;
    this.#records = new RecordRun(sink, () => this.#resumeSection());
    if (label !== "") sink.heading(label, level);
  }

  add(node: DataNode): void {
    if (node.role !== "data" && node.role !== "attribute") return this.#addMarkup(node);
    if (node.children.length === 0) return this.#addLeaf(node);
    if (isRecord(node)) return this.#addRecord(node);
    this.#openPart();
    writeSection(this.#sink, node, this.childLevel, this.nextItemName(node));
  }

  /** Flushes the buffered children before a part of this section with its own heading. */
  openPart(node: { readonly name: string }): string {
    this.#openPart();
    return this.nextItemName(node);
  }

  end(): void {
    this.#flush();
  }

  /** Returns the name of an item, or for one without a name the list's name and its number. */
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
    this.#resumeSection();
    this.#sink.prose(name === "" ? text : `${name}: ${text}`);
  }

  #addItem(text: string): void {
    this.#flushLines();
    this.#records.end();
    this.#items++;
    if (text.length > MAX_SHORT_ITEM) {
      this.#flushShortItems();
      this.#resumeSection();
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

  /** Repeats this section's heading after a part with its own, because the next text doesn't belong to that part. */
  #resumeSection(): void {
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
    this.#resumeSection();
    this.#sink.record(this.#lines.join("\n"));
    this.#lines = [];
    this.#linesSize = 0;
  }

  #flushShortItems(): void {
    if (this.#shortItems.length === 0) return;
    this.#resumeSection();
    this.#sink.text("list_item", this.#shortItems.join(", "));
    this.#shortItems = [];
    this.#shortItemsSize = 0;
  }
}

/** Writes a complete container under its heading. `fallbackName` is used if it has no name. */
export function writeSection(
  sink: BlockSink,
  node: DataNode,
  level: number,
  fallbackName: string,
  hasHeading = true,
): void {
  const heading = headingOf(node, fallbackName);
  const label = hasHeading || heading.titleNode !== undefined ? heading.label : "";
  const writer = new SectionWriter(sink, label, level, node.name || fallbackName);
  if (node.text !== "") writer.add(leafNode("", node.text));
  for (const child of inReadingOrder(node)) if (child !== heading.titleNode) writer.add(child);
  writer.end();
}

/**
 * Returns fields in reading order. A record's own order is arbitrary, so short fields come first, directly below its
 * heading.
 */
function inReadingOrder(node: DataNode): readonly DataNode[] {
  if (node.isList || node.isDocument) return node.children;
  return [...node.children.filter(isShort), ...node.children.filter((child) => !isShort(child))];
}

const isShort = (node: DataNode): boolean => node.children.length === 0 && node.text.length <= MAX_LABELLED_CHARACTERS;
