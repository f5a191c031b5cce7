import type { Passage } from "@quarry/index";
import { GIVEN_CHUNKS_TYPE } from "@quarry/plugin/domain";
import { type PlacedBlock, type PlacedLink, tablePlaceAfter, unpackBlocks, unpackLinks } from "@quarry/text";
import { PassageJoiner, whiteSpace, withoutHeader } from "@quarry/text/join-passages";

import { sectionOf } from "./block-section.ts";

/** Longer blocks come in parts: a line of a file may be as long as the file. */
export const MAX_PART_CHARACTERS = 1_048_576;

/** A block of a document as it was read, put together from the chunks that it stands in. */
export interface ReadBlock {
  /** `unknown` where only the text was kept: of chunks that were given, and of documents of before. */
  readonly kind: PlacedBlock["kind"] | "unknown";
  readonly level?: number | undefined;
  readonly page: number | undefined;
  /** The headings of most of its chunk, outermost first. */
  readonly section: readonly string[];
  /** Number of its table, from 1 on, and of the row in it; 0 for rows of the header. */
  readonly table?: { readonly number: number; readonly row: number };
  readonly cells?: readonly number[] | undefined;
  readonly text: string;
  /** At their places in its text. */
  readonly links?: readonly PlacedLink[] | undefined;
}

interface OpenBlock extends ReadBlock {
  /** Where it begins in the document's text; undefined where that isn't known. */
  readonly start: number | undefined;
  /** Where its text, or the part of it that is open, begins there. */
  readonly textStart?: number;
}

/** Gives the blocks of a document back, chunk by chunk, in the document's order. */
export class BlockReader {
  readonly #joiner = new PassageJoiner();
  #open: OpenBlock | undefined;
  #end: number | undefined;

  /** The next of the document's chunks; gives the blocks that are whole by now. */
  *add(passage: Passage): Generator<ReadBlock> {
    const isFirst = this.#end === undefined;
    const { start_char: start, end_char: end } = passage.metadata;
    // The first may go on with a table whose header, which stands in front, was in a chunk before.
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
    // A parsed document has its headings in its text.
    const section = passage.metadata["file_type"] === GIVEN_CHUNKS_TYPE ? sectionOf(passage) : [];
    const open = this.#open;
    // Chunks that were given are apart as they were given; a text that was cut for its size is put together.
    const goesOn = open?.kind === "unknown" && open.page === page && gap.length < GIVEN_GAP && isSame(open, section);
    if (goesOn) return yield* this.#append(gap + text);
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
      // Chunks begin with no white space: the first line of code is indented again.
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

  /** Links within a span of the open block. A link that chunking divided is whole again. */
  #addLinks(links: readonly PlacedLink[], from: number, to: number): void {
    const open = this.#open!;
    const { textStart = 0 } = open;
    const found = [...(open.links ?? [])];
    for (const { start, end, url } of links) {
      if (start >= to || (end <= from && start < from)) continue;
      const link = { start: Math.max(start, from) - textStart, end: Math.min(end, to) - textStart, url };
      const last = found.at(-1);
      const goesOn = last?.url === url && start < from && open.text.slice(last.end, link.start).trim() === "";
      if (goesOn) found[found.length - 1] = { ...last, end: link.end };
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
const GIVEN_GAP = 2;
/** Code that is indented further was not written by hand. */
const MAX_INDENT = 200;

/** White space within a block where it was cut. */
const between = ({ kind }: PlacedBlock, length: number): string => {
  if (length <= 0) return "";
  return kind === "code" ? `\n${" ".repeat(length - 1)}` : whiteSpace(length);
};

const pageOf = ({ metadata: { page } }: Passage): number | undefined => (typeof page === "number" ? page : undefined);

const isSame = ({ section }: ReadBlock, other: readonly string[]): boolean =>
  section.length === other.length && section.every((heading, index) => heading === other[index]);
