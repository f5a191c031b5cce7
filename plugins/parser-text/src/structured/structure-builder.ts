import type { BlockSink } from "./block-sink.ts";
import { containerNode, type DataNode, textNode } from "./data-node.ts";
import { headingOf } from "./section-heading.ts";
import { isRecord, SectionWriter, writeSection } from "./section-writer.ts";

/**
 * Maximum size, in characters, of unfinished containers that are buffered to see their whole shape. Larger containers
 * are streamed, from the outermost on, so that memory is constant regardless of file size.
 */
const MAX_BUFFERED_SIZE = 48_000;
/** Number of source chunks after which buffered content is written: its strings retain their chunks in memory. */
const MAX_BUFFERED_CHUNKS = 16;
/** Approximate size of the parts in which running text of a streamed container is written. */
const MAX_RUN_SIZE = 8_000;

/** Longer text is added in parts, which count towards the size. */
const MAX_LEAD_TEXT = 1_000;

/** A container that is not closed yet. */
export interface OpenContainer {
  readonly name: string;
  readonly isList: boolean;
  /** Children not written yet. */
  children: DataNode[];
  /** Short text before the first child. Most elements have nothing else. */
  leadText: string;
  /** Whether it has text in addition to its children (mixed content). */
  hasText: boolean;
  /** Set once the container is streamed. */
  writer: SectionWriter | undefined;
  bufferedSize: number;
  /** Whether white space preceded it. */
  readonly isSpacedBefore: boolean;
}

/** Format-specific rules for converting collected elements to nodes. */
export interface StructureShape {
  /** Returns the node of a closed container. */
  readonly toNode: (container: OpenContainer) => DataNode;
  /** Returns the parts of an open container, from its children so far. */
  readonly toParts: (container: OpenContainer) => readonly DataNode[];
  /** Whether a node is part of running text that can continue. */
  readonly isRunning: (container: OpenContainer, node: DataNode) => boolean;
}

export const PLAIN_SHAPE: StructureShape = {
  toNode: ({ name, children, isList }) => containerNode(name, children, isList),
  toParts: ({ children }) => children,
  isRunning: () => false,
};

/** Converts open and close events of containers into blocks. The first container is the root. */
export class StructureBuilder {
  readonly #sink: BlockSink;
  readonly #shape: StructureShape;
  readonly #stack: OpenContainer[] = [];
  /** Number of containers, from the outermost on, that are streamed. */
  #streamedCount = 0;
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
      bufferedSize: 0,
      isSpacedBefore,
    });
  }

  /** Adds text to the innermost open container. */
  addText(text: string): void {
    const parent = this.#stack.at(-1)!;
    const isLead = parent.bufferedSize === 0 && parent.writer === undefined;
    if (isLead && parent.leadText.length + text.length <= MAX_LEAD_TEXT) parent.leadText += text;
    else this.add(textNode(text));
  }

  /** Adds a complete node to the innermost open container. */
  add(node: DataNode): void {
    const parent = this.#stack.at(-1)!;
    if (parent.leadText !== "" && node.role !== "attribute") moveLeadText(parent);
    parent.children.push(node);
    parent.bufferedSize += node.size;
    if (parent.writer !== undefined) {
      if (this.#pendingSize === 0) this.#pendingChunks = 0;
      if (parent.bufferedSize > MAX_RUN_SIZE || !this.#shape.isRunning(parent, node))
        this.#flush(parent, parent.writer);
      return;
    }
    this.#pendingSize += node.size;
    if (this.#pendingSize > MAX_BUFFERED_SIZE) this.#streamOutermost(MAX_BUFFERED_SIZE);
  }

  /** Closes the innermost container and returns its node, unless it was streamed. The root is closed by `end`. */
  close(): DataNode | undefined {
    const closed = this.#stack.pop()!;
    if (closed.writer !== undefined) {
      this.#flush(closed, closed.writer);
      closed.writer.end();
      this.#streamedCount--;
      return undefined;
    }
    this.#pendingSize -= closed.bufferedSize;
    const node = this.#shape.toNode(closed);
    this.add(node);
    return node;
  }

  /** Ends the document and writes all buffered nodes. */
  end(): void {
    const root = this.#stack.pop()!;
    if (root.writer !== undefined) {
      this.#flush(root, root.writer);
      root.writer.end();
      return;
    }
    const node = this.#shape.toNode(root);
    // JSON usually has a single value: this is the document.
    const only = node.isList && node.children.length === 1 ? node.children[0]! : node;
    const isWhole = only.children.length > 0 && only.role === "data" && (only.isList || !isRecord(only));
    // The outermost container's name is not a heading, because the whole document is below it. A title is.
    if (isWhole) return writeSection(this.#sink, only, 1, "", false);
    const writer = new SectionWriter(this.#sink, "", 1, "");
    writer.add(only);
    writer.end();
  }

  /** Reports the end of another source chunk. */
  nextChunk(): void {
    if (this.#streamedCount === this.#stack.length || this.#pendingSize === 0) this.#pendingChunks = 0;
    else if (++this.#pendingChunks > MAX_BUFFERED_CHUNKS) this.#streamOutermost(0);
  }

  #streamOutermost(maxBufferedSize: number): void {
    while (this.#pendingSize > maxBufferedSize && this.#streamedCount < this.#stack.length) {
      const container = this.#stack[this.#streamedCount]!;
      this.#pendingSize -= container.bufferedSize;
      container.writer = this.#beginSection(container, this.#stack[this.#streamedCount - 1]?.writer);
      this.#streamedCount++;
    }
    this.#pendingChunks = 0;
  }

  #beginSection(container: OpenContainer, parent: SectionWriter | undefined): SectionWriter {
    moveLeadText(container);
    const children = this.#shape.toParts(container);
    const node = containerNode(container.name, children, container.isList);
    const fallback = parent?.openPart(node) ?? "";
    const heading = headingOf(node, fallback);
    const label = parent === undefined && heading.titleNode === undefined ? "" : heading.label;
    const writer = new SectionWriter(this.#sink, label, parent?.childLevel ?? 1, container.name || fallback);
    for (const child of children) if (child !== heading.titleNode) writer.add(child);
    container.children = [];
    container.bufferedSize = 0;
    return writer;
  }

  #flush(container: OpenContainer, writer: SectionWriter): void {
    const parts = this.#shape.toParts(container);
    container.children = [];
    container.bufferedSize = 0;
    for (const part of parts) writer.add(part);
  }
}

function moveLeadText(container: OpenContainer): void {
  if (container.leadText === "") return;
  container.children.push(textNode(container.leadText));
  container.leadText = "";
}
