import { createHash } from "node:crypto";
import { describeValue, type DomainError, invalidArgument } from "@quarry/plugin/domain";
import { parseTarHeader, TAR_BLOCK, type TarEntry, tarPadding } from "./tar-header.ts";

/** Bytes that may follow the end: tar programs fill up to whole records. */
const MAX_TRAILING_BYTES = 1_048_576;

/**
 * Reads an archive as it comes, entry by entry, and holds no more of it than one piece. What is wrong with it is thrown
 * as a `DomainError` that says so.
 */
export class TarReader {
  readonly #parts: AsyncIterator<Uint8Array>;
  readonly #digest = createHash("sha256");
  /** Bytes that have arrived and were not read yet. */
  #rest: Uint8Array = new Uint8Array(0);
  #entry: TarEntry | undefined;
  /** Bytes of the current entry that were not read yet. */
  #left = 0;
  #digestBefore = "";

  constructor(segments: AsyncIterable<Uint8Array>) {
    this.#parts = segments[Symbol.asyncIterator]();
  }

  /** SHA-256 of every byte before the current entry, lower-case hex. */
  get digestBefore(): string {
    return this.#digestBefore;
  }

  /** The next entry. The one before must have been read to its end. */
  async next(): Promise<TarEntry> {
    this.#digestBefore = this.#digest.copy().digest("hex");
    const block = await this.#block();
    if (block.every((byte) => byte === 0)) throw broken("it ends before end.json");
    const entry = parseTarHeader(block);
    if (entry === undefined) {
      throw broken(`${this.#position()} comes something that is no plain file of a tar archive`);
    }
    this.#entry = entry;
    this.#left = entry.size;
    return entry;
  }

  /** The bytes of the current entry, piece by piece. */
  async *bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    const { size } = this.#entry!;
    while (this.#left > 0) {
      const segment = await this.#take(this.#left);
      this.#left -= segment.byteLength;
      yield segment;
    }
    await this.#exactly(tarPadding(size).byteLength);
  }

  /** The bytes of the current entry, in one piece; refused when there are more than `limit`. */
  async whole(limit: number): Promise<Buffer> {
    const { name, size } = this.#entry!;
    if (size > limit) throw broken(`${describeValue(name)} must be at most ${limit} bytes, got ${size}`);
    const bytes = await this.#exactly(size);
    this.#left = 0;
    await this.#exactly(tarPadding(size).byteLength);
    return bytes;
  }

  /** Checks the end of the archive: after the last entry only zeros may follow. */
  async end(): Promise<void> {
    let trailing = 0;
    for (;;) {
      const segment = await this.#nextPart();
      if (segment === undefined) return;
      trailing += segment.byteLength;
      if (trailing > MAX_TRAILING_BYTES || segment.some((byte) => byte !== 0))
        throw broken("it goes on after end.json");
      this.#rest = new Uint8Array(0);
    }
  }

  #block(): Promise<Buffer> {
    return this.#exactly(TAR_BLOCK);
  }

  async #exactly(size: number): Promise<Buffer> {
    const segments: Uint8Array[] = [];
    for (let missing = size; missing > 0;) {
      const segment = await this.#take(missing);
      missing -= segment.byteLength;
      segments.push(segment);
    }
    return Buffer.concat(segments, size);
  }

  /** At least one byte, at most `limit`. */
  async #take(limit: number): Promise<Uint8Array> {
    const segment = await this.#nextPart();
    if (segment === undefined) throw broken(`it is cut off ${this.#position()}`);
    const taken = segment.subarray(0, limit);
    this.#rest = segment.subarray(limit);
    this.#digest.update(taken);
    return taken;
  }

  async #nextPart(): Promise<Uint8Array | undefined> {
    while (this.#rest.byteLength === 0) {
      const { done, value } = await this.#parts.next();
      if (done === true) return undefined;
      this.#rest = value;
    }
    return this.#rest;
  }

  #position(): string {
    if (this.#entry === undefined) return "at its beginning";
    return `${this.#left > 0 ? "within" : "after"} ${describeValue(this.#entry.name)}`;
  }
}

/** Error for the sender of an archive that can't be imported. */
export const broken = (problem: string): DomainError => invalidArgument(`archive: can't be imported: ${problem}`);
