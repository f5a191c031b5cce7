import type { BlockSink } from "./block-sink.ts";
import { containerNode, type DataNode, textNode } from "./data-node.ts";
import { headingOf } from "./section-heading.ts";
import { isRecord, SectionWriter, writeSection } from "./section-writer.ts";

/**
 * Characters of unfinished containers that are held to see their whole shape. A container that grows beyond is written
 * as it comes, from the outermost on, so that memory stays flat whatever the file's size.
 */
const MAX_HELD_SIZE = 48_000;
/** Chunks of source after which whatever is held is written: its strings keep their chunks in memory. */
const MAX_HELD_CHUNKS = 16;
/** Running text of a container that is written as it comes is handed out in pieces of about this size. */
const MAX_RUN_SIZE = 8_000;

/** Longer text is added in pieces, which count. */
const MAX_LEAD_TEXT = 1_000;

/** A container that is not closed yet. */
export interface OpenContainer {
  readonly name: string;
  readonly isList: boolean;
  /** Children not written yet. */
  children: DataNode[];
  /** The text before its first child, while it is short: most elements hold nothing else. */
  leadText: string;
  /** Whether it has text of its own beside its children (mixed content). */
  hasText: boolean;
  /** Set once it is written as it comes. */
  writer: SectionWriter | undefined;
  heldSize: number;
  /** Whether white space stood before it. */
  readonly isSpacedBefore: boolean;
}

/** Rules by which a format makes nodes of the collected elements. */
export interface StructureShape {
  /** The node of a closed container. */
  readonly finish: (container: OpenContainer) => DataNode;
  /** Parts of an open container, from its children so far. */
  readonly settle: (container: OpenContainer) => readonly DataNode[];
  /** Whether a node is a part of running text, that more may follow. */
  readonly isRunning: (container: OpenContainer, node: DataNode) => boolean;
}

export const PLAIN_SHAPE: StructureShape = {
  finish: ({ name, children, isList }) => containerNode(name, children, isList),
  settle: ({ children }) => children,
  isRunning: () => false,
};

/** Turns the openings and closings of containers into blocks. The first container that is opened is the root. */
export class StructureBuilder {
  readonly #sink: BlockSink;
  readonly #shape: StructureShape;
  readonly #stack: OpenContainer[] = [];
  /** Containers, from the outermost on, that are written as they come. */
  #written = 0;
  #pendingSize = 0;
  #pendingChunks = 0;

  constructor(sink: BlockSink, shape: StructureShape) {
    this.#sink = sink;
    this.#shape = shape;
  }

  get depth(): number {
    return this.#stack.length;
  }

  get innermost(): OpenContainer | undefined {
    return this.#stack.at(-1);
  }

  get containers(): readonly OpenContainer[] {
    return this.#stack;
  }

  open(name: string, isList: boolean, isSpacedBefore = true): void {
    this.#stack.push({
      name,
      isList,
      children: [],
      leadText: "",
      hasText: false,
      writer: undefined,
      heldSize: 0,
      isSpacedBefore,
    });
  }

  /** Adds text to the innermost open container. */
  addText(text: string): void {
    const parent = this.#stack.at(-1)!;
    const isLead = parent.heldSize === 0 && parent.writer === undefined;
    if (isLead && parent.leadText.length + text.length <= MAX_LEAD_TEXT) parent.leadText += text;
    else this.add(textNode(text));
  }

  /** Adds a complete node to the innermost open container. */
  add(node: DataNode): void {
    const parent = this.#stack.at(-1)!;
    if (parent.leadText !== "" && node.role !== "attribute") takeLeadText(parent);
    parent.children.push(node);
    parent.heldSize += node.size;
    if (parent.writer !== undefined) {
      if (this.#pendingSize === 0) this.#pendingChunks = 0;
      if (parent.heldSize > MAX_RUN_SIZE || !this.#shape.isRunning(parent, node)) this.#settle(parent, parent.writer);
      return;
    }
    this.#pendingSize += node.size;
    if (this.#pendingSize > MAX_HELD_SIZE) this.#writeOutermost(MAX_HELD_SIZE);
  }

  /** Closes the innermost container and gives its node, unless that was written already. The root closes with `end`. */
  close(): DataNode | undefined {
    const closed = this.#stack.pop()!;
    if (closed.writer !== undefined) {
      this.#settle(closed, closed.writer);
      closed.writer.end();
      this.#written--;
      return undefined;
    }
    this.#pendingSize -= closed.heldSize;
    const node = this.#shape.finish(closed);
    this.add(node);
    return node;
  }

  /** Ends the document, and writes all nodes held back. */
  end(): void {
    const root = this.#stack.pop()!;
    if (root.writer !== undefined) {
      this.#settle(root, root.writer);
      root.writer.end();
      return;
    }
    const node = this.#shape.finish(root);
    // JSON has one value as a rule: then that is the document.
    const only = node.isList && node.children.length === 1 ? node.children[0]! : node;
    const isWhole = only.children.length > 0 && only.role === "data" && (only.isList || !isRecord(only));
    // The name of the outermost container heads nothing: all of the document stands under it. A title does.
    if (isWhole) return writeSection(this.#sink, only, 1, "", false);
    const writer = new SectionWriter(this.#sink, "", 1, "");
    writer.add(only);
    writer.end();
  }

  /** Tells that another chunk of source is over. */
  nextChunk(): void {
    if (this.#written === this.#stack.length || this.#pendingSize === 0) this.#pendingChunks = 0;
    else if (++this.#pendingChunks > MAX_HELD_CHUNKS) this.#writeOutermost(0);
  }

  #writeOutermost(maxHeldSize: number): void {
    while (this.#pendingSize > maxHeldSize && this.#written < this.#stack.length) {
      const container = this.#stack[this.#written]!;
      this.#pendingSize -= container.heldSize;
      container.writer = this.#beginSection(container, this.#stack[this.#written - 1]?.writer);
      this.#written++;
    }
    this.#pendingChunks = 0;
  }

  #beginSection(container: OpenContainer, parent: SectionWriter | undefined): SectionWriter {
    takeLeadText(container);
    const children = this.#shape.settle(container);
    const node = containerNode(container.name, children, container.isList);
    const fallback = parent?.openPart(node) ?? "";
    const heading = headingOf(node, fallback);
    const label = parent === undefined && heading.usedUp === undefined ? "" : heading.label;
    const writer = new SectionWriter(this.#sink, label, parent?.childLevel ?? 1, container.name || fallback);
    for (const child of children) if (child !== heading.usedUp) writer.add(child);
    container.children = [];
    container.heldSize = 0;
    return writer;
  }

  #settle(container: OpenContainer, writer: SectionWriter): void {
    const parts = this.#shape.settle(container);
    container.children = [];
    container.heldSize = 0;
    for (const part of parts) writer.add(part);
  }
}

function takeLeadText(container: OpenContainer): void {
  if (container.leadText === "") return;
  container.children.push(textNode(container.leadText));
  container.leadText = "";
}
