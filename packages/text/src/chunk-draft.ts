import type { ChunkUnit } from "./chunk-unit.ts";
import { commonPath } from "./heading-path.ts";
import { type CountedPart, joinedTokens } from "./joined-tokens.ts";
import { mainSection } from "./main-section.ts";
import type { TextChunk } from "./text-block.ts";
import { countTokens } from "./tokenizer.ts";

/** Header row of a table, repeated in chunks that start inside the table. */
export interface TableHeader {
  readonly tableId: number | undefined;
  readonly text: string;
  readonly tokens: number;
}

/** Chunk being filled. The first `overlapCount` units repeat the end of the previous chunk. */
export class ChunkDraft {
  units: ChunkUnit[] = [];
  overlapCount = 0;
  tokens = 0;
  header: TableHeader | undefined;

  get newCount(): number {
    return this.units.length - this.overlapCount;
  }

  /** Whether the chunk contains anything but headings: a chunk of headings alone has no content. */
  get hasBody(): boolean {
    return this.units.some((unit, index) => index >= this.overlapCount && unit.kind !== "heading");
  }

  /** Whether a chunk made now would contain text that the previous one didn't. */
  get hasNewText(): boolean {
    return this.units.some((unit, index) => index >= this.overlapCount && /\S/.test(unit.text));
  }

  add(unit: ChunkUnit, header: TableHeader | undefined): void {
    const beginsInTable = this.units.length === 0 && unit.kind === "table_row";
    if (beginsInTable && header !== undefined && unit.tableId === header.tableId) {
      this.header = header;
      this.tokens += header.tokens;
    }
    this.units.push(unit);
    this.tokens += unit.tokens;
  }

  removeLast(): ChunkUnit {
    const unit = this.units.pop()!;
    this.tokens -= unit.tokens;
    return unit;
  }

  /** Removes the first overlap unit. */
  removeFirst(): void {
    this.tokens -= this.units.shift()!.tokens;
    this.overlapCount--;
    if (this.header !== undefined && this.units[0]?.kind !== "table_row") this.dropHeader();
  }

  dropHeader(): void {
    this.tokens -= this.header?.tokens ?? 0;
    this.header = undefined;
  }

  /** Returns the exact token count of the text from `toChunk`, if possible without counting the text. */
  tokensOf(text: string): number {
    const parts = this.header === undefined ? this.units : partsUnder(this.header, this.units);
    return (parts && joinedTokens(parts)) ?? countTokens(text);
  }

  /** Returns the chunk in its current state, without a token count. It must have text. */
  toChunk(): Omit<TextChunk, "chunkIndex" | "tokenCount"> {
    let raw = "";
    for (const [index, unit] of this.units.entries()) raw += index === 0 ? unit.text : unit.gap + unit.text;
    const text = raw.trim();
    const first = this.units[0]!;
    const startChar = first.start + (raw.length - raw.trimStart().length);
    let section = first.section;
    for (const unit of this.units) section = commonPath(section, unit.section);
    return {
      text: this.header === undefined ? text : `${this.header.text}\n${text}`,
      page: first.page,
      section,
      // The overlap has the section of the previous chunk, not of this one.
      mainSection: mainSection(this.units.slice(this.overlapCount)),
      startChar,
      endChar: startChar + text.length,
    };
  }
}

/** Returns the parts of a header and the rows below it; undefined if white space between them would be trimmed. */
function partsUnder({ text, tokens }: TableHeader, units: readonly ChunkUnit[]): readonly CountedPart[] | undefined {
  const first = units[0]!;
  if (/^\s/.test(text) || /^\s/.test(first.text)) return undefined;
  const header = { gap: "", text, tokens: tokens - 1, isExact: true };
  return [
    header,
    { ...first, gap: "\n", tokens: first.gap === "" ? first.tokens + 1 : first.tokens },
    ...units.slice(1),
  ];
}
