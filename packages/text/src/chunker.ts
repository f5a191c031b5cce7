import { ChunkDraft, type TableHeader } from "./chunk-draft.ts";
import { type ChunkUnit, overlapOf, splitUnit } from "./chunk-unit.ts";
import { type ChunkStrategy, CHUNKING_RULES, type ChunkingRules } from "./chunking-rules.ts";
import { HeadingPath } from "./heading-path.ts";
import { hasText, isTablePart, separatorBetween, type TextBlock, type TextChunk } from "./text-block.ts";
import { spansOf, type TextSpan } from "./text-spans.ts";
import { PlacedBlocks } from "./blocks/placed-blocks.ts";
import { PlacedLines } from "./boxes/placed-lines.ts";
import { PlacedLinks } from "./links/placed-links.ts";
import { countTokens } from "./tokenizer.ts";

export interface ChunkerOptions {
  /** Maximum tokens of a chunk. At least 16, so that a single character always fits. */
  readonly chunkSize: number;
  /**
   * Approximate number of tokens shared by neighbouring chunks; less than `chunkSize`. Used up to three quarters of it:
   * above that every sentence would make its own chunk, and the chunks of a long document would contain its text
   * hundreds of times.
   */
  readonly chunkOverlap: number;
  /** Unit that chunks keep together. Default "sentence". */
  readonly chunkStrategy?: ChunkStrategy | undefined;
}

const MIN_CHUNK_SIZE = 16;
const MAX_OVERLAP_SHARE = 0.75;
/** Share of a chunk above which a table header is not repeated, because the rows would have no space. */
const MAX_HEADER_SHARE = 0.25;

/**
 * Splits a stream of blocks into chunks. Memory is bounded by the largest block and its chunks.
 *
 * A chunk never spans two pages, so that its page is valid for all of it. The strategy decides when a heading, a
 * paragraph, a table or code starts a new chunk. Neighbouring chunks overlap only if they were split for size, and only
 * within a section.
 */
export class Chunker {
  readonly #chunkSize: number;
  readonly #chunkOverlap: number;
  readonly #rules: ChunkingRules;
  readonly #path = new HeadingPath();
  readonly #lines = new PlacedLines();
  readonly #blocks = new PlacedBlocks();
  readonly #links = new PlacedLinks();
  #draft = new ChunkDraft();
  #ready: TextChunk[] = [];
  #previous: TextBlock | undefined;
  #tableHeader: TableHeader | undefined;
  /** Current table, as long as one chunk could contain all of it. */
  #table: PendingUnits | undefined;
  #offset = 0;
  #nextIndex = 0;

  constructor({ chunkSize, chunkOverlap, chunkStrategy = "sentence" }: ChunkerOptions) {
    if (!Number.isInteger(chunkSize) || chunkSize < MIN_CHUNK_SIZE) {
      throw new RangeError(`chunkSize must be an integer of at least ${MIN_CHUNK_SIZE}, got ${chunkSize}`);
    }
    if (!Number.isInteger(chunkOverlap) || chunkOverlap < 0 || chunkOverlap >= chunkSize) {
      throw new RangeError(
        `chunkOverlap must be an integer from 0 to chunkSize - 1 (${chunkSize - 1}), got ${chunkOverlap}`,
      );
    }
    this.#chunkSize = chunkSize;
    this.#chunkOverlap = Math.min(chunkOverlap, Math.floor(chunkSize * MAX_OVERLAP_SHARE));
    this.#rules = CHUNKING_RULES[chunkStrategy];
  }

  /** Adds the next block and returns the chunks completed so far. */
  push(block: TextBlock): TextChunk[] {
    if (hasText(block)) this.#addBlock(block);
    return this.#takeReady();
  }

  #addBlock(block: TextBlock): void {
    const gap = separatorBetween(this.#previous, block);
    const start = this.#offset + gap.length;
    const isRow = isTablePart(block) && block.tableId !== undefined;
    const continuesTable = isRow && this.#isSameTable(block);
    if (!continuesTable) this.#releaseTable();
    this.#startBlock(block);
    this.#blocks.add(block, start);
    if (block.lines !== undefined) this.#lines.add(block.lines, start, block.text.length);
    if (block.links !== undefined) this.#links.add(block.links, block.text, start);
    // Look ahead up to one chunk, to check whether the block, or the table that it is a row of, fits as a whole.
    let pending: PendingUnits | undefined = continuesTable ? this.#table : { units: [], tokens: 0 };
    for (const span of spansOf(block, this.#chunkSize, this.#rules.keepsSentences)) {
      const unit = this.#unitOf(block, span, span.from === 0 ? gap : "", start);
      if (pending === undefined) this.#add(unit);
      else {
        pending.units.push(unit);
        pending.tokens += unit.tokens;
        if (pending.tokens > this.#chunkSize) {
          for (const each of pending.units) this.#add(each);
          pending = undefined;
        }
      }
    }
    if (isRow) this.#table = pending;
    else if (pending !== undefined) this.#addWhole(pending, block.kind === "code");
    this.#endBlock(block, start);
  }

  /** Returns the last chunks. The chunker can't be used afterwards. */
  finish(): TextChunk[] {
    this.#releaseTable();
    this.#flushAll();
    return this.#takeReady();
  }

  #startBlock(block: TextBlock): void {
    const draft = this.#draft;
    const page = block.page ?? null;
    if (draft.units.length > 0 && draft.units[0]!.page !== page) this.#flushAll();
    if (block.kind !== "heading") return;
    if (draft.hasBody && draft.tokens >= this.#chunkSize * this.#rules.sectionBreakFill) this.#flushAll();
    // The overlap carried over belongs to the section that ends here.
    if (this.#draft.newCount === 0) this.#draft = new ChunkDraft();
    this.#path.enter(block.text, block.level ?? 1);
  }

  #endBlock(block: TextBlock, start: number): void {
    this.#offset = start + block.text.length;
    this.#previous = block;
    if (block.kind !== "table_header") return;
    const known = this.#tableHeader;
    const isNextHeaderRow = known !== undefined && known.tableId === block.tableId && block.tableId !== undefined;
    const text = isNextHeaderRow ? `${known.text}\n${block.text}` : block.text;
    const tokens = countTokens(text) + 1;
    this.#tableHeader =
      tokens <= this.#chunkSize * MAX_HEADER_SHARE ? { tableId: block.tableId, text, tokens } : undefined;
  }

  #unitOf(block: TextBlock, { from, to, tokens, isExact }: TextSpan, gap: string, start: number): ChunkUnit {
    return {
      gap,
      text: block.text.slice(from, to),
      start: start + from,
      tokens: gap === "" ? tokens : tokens + 1,
      isExact,
      kind: block.kind,
      page: block.page ?? null,
      section: this.#path.current,
      tableId: block.tableId,
    };
  }

  #isSameTable({ tableId, page = null }: TextBlock): boolean {
    const previous = this.#previous;
    if (previous === undefined || !isTablePart(previous)) return false;
    return previous.tableId === tableId && (previous.page ?? null) === page;
  }

  #releaseTable(): void {
    if (this.#table !== undefined) this.#addWhole(this.#table, true);
    this.#table = undefined;
  }

  #addWhole({ units, tokens }: PendingUnits, isStructure: boolean): void {
    const breakFill = isStructure ? this.#rules.structureBreakFill : this.#rules.proseBreakFill;
    const { hasBody, tokens: taken } = this.#draft;
    const isTooLarge = taken + tokens > this.#chunkSize;
    if (isTooLarge && hasBody && taken >= this.#chunkSize * breakFill) {
      this.#flush(true);
      // Strategies that keep blocks whole drop the overlap rather than split the block.
      if (isStructure || breakFill === 0) this.#flushFor(tokens);
    }
    for (const unit of units) this.#add(unit);
  }

  #flushFor(tokens: number): void {
    while (this.#draft.overlapCount > 0 && this.#draft.tokens + tokens > this.#chunkSize) this.#draft.removeFirst();
  }

  #add(unit: ChunkUnit): void {
    if (!this.#hasSpaceFor(unit)) {
      if (this.#draft.newCount > 0) this.#flush(true);
      this.#flushFor(unit.tokens);
      // Headings that were carried over can leave too little space.
      if (!this.#hasSpaceFor(unit)) this.#flushAll();
    }
    this.#draft.add(unit, this.#tableHeader);
  }

  #hasSpaceFor(unit: ChunkUnit): boolean {
    return this.#draft.tokens + unit.tokens <= this.#chunkSize;
  }

  #flushAll(): void {
    while (this.#draft.newCount > 0) this.#flush(false);
    this.#draft = new ChunkDraft();
  }

  /** Emits the draft and starts the next one, with trailing headings or the overlap if `carries` is true. */
  #flush(carries: boolean): void {
    const draft = this.#draft;
    const moved = carries && draft.hasBody ? takeTrailingHeadings(draft) : [];
    const overflow = this.#emit(draft);
    this.#draft = new ChunkDraft();
    if (carries && moved.length === 0) this.#startWithOverlap(draft.units);
    for (const unit of [...overflow, ...moved]) this.#add(unit);
  }

  #startWithOverlap(units: readonly ChunkUnit[]): void {
    const overlap = overlapOf(units, this.#chunkOverlap);
    for (const unit of overlap) this.#draft.add(unit, this.#tableHeader);
    this.#draft.overlapCount = overlap.length;
  }

  /** Checks the size limit with the exact count of the finished text; returns the units that did not fit. */
  #emit(draft: ChunkDraft): ChunkUnit[] {
    const overflow: ChunkUnit[] = [];
    while (draft.hasNewText) {
      const chunk = draft.toChunk();
      const tokenCount = draft.tokensOf(chunk.text);
      if (tokenCount > this.#chunkSize && this.#shrink(draft, overflow)) continue;
      const { startChar, endChar } = chunk;
      const known = [this.#lines.boxesOf(startChar, endChar), this.#blocks.blocksOf(startChar, endChar)];
      const layout = known.join("") + this.#links.linksOf(startChar, endChar);
      this.#ready.push({ chunkIndex: this.#nextIndex++, ...chunk, tokenCount, layout });
      break;
    }
    return overflow;
  }

  #shrink(draft: ChunkDraft, overflow: ChunkUnit[]): boolean {
    if (draft.newCount > 1) overflow.unshift(draft.removeLast());
    else if (draft.overlapCount > 0) draft.removeFirst();
    else if (draft.header !== undefined) draft.dropHeader();
    else {
      const unit = draft.removeLast();
      const [first, ...rest] = splitUnit(unit, Math.max(1, unit.tokens >> 1));
      draft.add(first!, undefined);
      overflow.unshift(...rest);
      return rest.length > 0;
    }
    return true;
  }

  #takeReady(): TextChunk[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }
}

/** Units that are added to one chunk if they fit. */
interface PendingUnits {
  readonly units: ChunkUnit[];
  tokens: number;
}

function takeTrailingHeadings(draft: ChunkDraft): ChunkUnit[] {
  const headings: ChunkUnit[] = [];
  while (draft.units.at(-1)?.kind === "heading") headings.unshift(draft.removeLast());
  return headings;
}
