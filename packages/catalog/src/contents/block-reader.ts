import type { Passage } from "@quarry/index";
import { GIVEN_CHUNKS_TYPE } from "@quarry/plugin/domain";
import { type PlacedBlock, type PlacedLink, tablePlaceAfter, unpackBlocks, unpackLinks } from "@quarry/text";
import { PassageJoiner, whiteSpace, withoutHeader } from "@quarry/text/join-passages";
import { sectionOf } from "./block-section.ts";

/** Maximum length of a part. Longer blocks are returned in parts, since a line can be as long as its file. */
export const MAX_PART_CHARACTERS = 1_048_576;

/** A block of a document, reassembled from the chunks that contain it. */
export interface ReadBlock {
  /** `unknown` if only the text is stored: uploaded chunks, and documents processed by older versions. */
  readonly kind: PlacedBlock["kind"] | "unknown";
  readonly level?: number | undefined;
  readonly page: number | undefined;
  /** Headings above most of its chunk, outermost first. */
  readonly section: readonly string[];
  /** Number of its table, from 1, and of the row in it; 0 for header rows. */
  readonly table?: { readonly number: number; readonly row: number };
  readonly cells?: readonly number[] | undefined;
  readonly text: string;
  /** Links, by position in the text. */
  readonly links?: readonly PlacedLink[] | undefined;
}

interface OpenBlock extends ReadBlock {
  /** Offset of the block in the document's text, or undefined if unknown. */
  readonly start: number | undefined;
  /** Offset in the document's text at which the block's text, or its open part, begins. */
  readonly textStart?: number;
}

/** Reassembles the blocks of a document from its chunks, in document order. */
export class BlockReader {
  readonly #joiner = new PassageJoiner();
  #open: OpenBlock | undefined;
  #end: number | undefined;

  /** Adds the document's next chunk. Returns the blocks that are now complete. */
  *add(passage: Passage): Generator<ReadBlock> {
    const isFirst = this.#end === undefined;
    const { start_char: start, end_char: end } = passage.metadata;
    // The first chunk read can continue a table that began in an earlier chunk. Its text then repeats the table's
    // header, which is removed.
    const { gap, text } = this.#joiner.add(isFirst ? { ...passage, text: withoutHeader(passage) } : passage);
    const found =
      typeof start === "number" && typeof end === "number" ? unpackBlocks(passage.layout ?? "", start) : undefined;
    if (found === undefined) yield* this.#addUnknown(passage, gap, text);
    else yield* this.#addKnown(passage, found, start as number, text);
    if (typeof end === "number") this.#end = Math.max(this.#end ?? 0, end);
  }

  *finish(): Generator<ReadBlock> {
    const block = this.#open;
    this.#open = undefined;
    if (block === undefined) return;
    const text = block.text.trimEnd();
    if (text !== "") yield { ...block, text };
  }

  *#addUnknown(passage: Passage, gap: string, text: string): Generator<ReadBlock> {
    const page = pageOf(passage);
    // Parsed documents contain their headings in the text.
    const section = passage.metadata["file_type"] === GIVEN_CHUNKS_TYPE ? sectionOf(passage) : [];
    const open = this.#open;
    // Uploaded chunks stay separate. Text that was only split for size is joined again.
    const isContinuation =
      open?.kind === "unknown" &&
      open.page === page &&
      gap.length < UPLOADED_CHUNK_GAP &&
      hasSameSection(open, section);
    if (isContinuation) return yield* this.#append(gap + text);
    yield* this.finish();
    this.#open = { kind: "unknown", page, section, start: undefined, text };
  }

  *#addKnown(
    passage: Passage,
    { before, blocks }: NonNullable<ReturnType<typeof unpackBlocks>>,
    start: number,
    text: string,
  ): Generator<ReadBlock> {
    const from = Math.max(start, this.#end ?? 0);
    const links = unpackLinks(passage.layout ?? "", start);
    let position = before;
    for (const [index, block] of blocks.entries()) {
      position = tablePlaceAfter(position, block);
      const next = blocks[index + 1]?.start ?? Infinity;
      if (next <= from) continue;
      const part = text.slice(Math.max(block.start - from, 0), next - from);
      if (this.#open?.start === block.start) {
        yield* this.#append(between(block, from - (this.#end ?? from)) + part, from);
        this.#addLinks(links, from, next);
        continue;
      }
      yield* this.finish();
      // Chunks don't begin with white space, so the indentation of the first line of code is restored.
      const indent =
        block.kind === "code" && block.start < from ? " ".repeat(Math.min(from - block.start, MAX_INDENT)) : "";
      const { kind, level, cells } = block;
      const isRow = kind === "table_header" || kind === "table_row";
      this.#open = {
        ...{ kind, level, cells, page: pageOf(passage), section: sectionOf(passage), start: block.start },
        ...(isRow && { table: { number: position.tables, row: position.rows } }),
        text: indent + part,
        textStart: Math.max(block.start, from) - indent.length,
      };
      this.#addLinks(links, Math.max(block.start, from), next);
    }
  }

  /** Adds the links within a span of the open block. Joins a link that was split by chunking. */
  #addLinks(links: readonly PlacedLink[], from: number, to: number): void {
    const open = this.#open!;
    const { textStart = 0 } = open;
    const found = [...(open.links ?? [])];
    for (const { start, end, url } of links) {
      if (start >= to || (end <= from && start < from)) continue;
      const link = { start: Math.max(start, from) - textStart, end: Math.min(end, to) - textStart, url };
      const last = found.at(-1);
      const isContinuation = last?.url === url && start < from && open.text.slice(last.end, link.start).trim() === "";
      if (isContinuation) found[found.length - 1] = { ...last, end: link.end };
      else found.push(link);
    }
    if (found.length > 0) this.#open = { ...open, links: found };
  }

  *#append(text: string, start?: number): Generator<ReadBlock> {
    const open = this.#open!;
    if (open.text.length + text.length <= MAX_PART_CHARACTERS) {
      this.#open = { ...open, text: open.text + text };
      return;
    }
    yield* this.finish();
    const { links: _, ...rest } = open;
    this.#open = {
      ...rest,
      cells: undefined,
      text: text.trimStart(),
      ...(start !== undefined && { textStart: start }),
    };
  }
}

/** Characters between two chunks that were uploaded as chunks. */
const UPLOADED_CHUNK_GAP = 2;
/** Maximum indentation restored. Code indented further was not written by hand. */
const MAX_INDENT = 200;

/** Returns the white space within a block at the point where it was split. */
const between = ({ kind }: PlacedBlock, length: number): string => {
  if (length <= 0) return "";
  return kind === "code" ? `\n${" ".repeat(length - 1)}` : whiteSpace(length);
};

const pageOf = ({ metadata: { page } }: Passage): number | undefined => (typeof page === "number" ? page : undefined);

const hasSameSection = ({ section }: ReadBlock, other: readonly string[]): boolean =>
  section.length === other.length && section.every((heading, index) => heading === other[index]);
