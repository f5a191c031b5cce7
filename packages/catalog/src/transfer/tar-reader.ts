import { createHash } from "node:crypto";
import { describeValue, type DomainError, invalidArgument } from "@quarry/plugin/domain";
import { parseTarHeader, TAR_BLOCK, type TarEntry, tarPadding } from "./tar-header.ts";

/** Maximum bytes after the end: tar programs pad to whole records. */
const MAX_TRAILING_BYTES = 1_048_576;

/**
 * Reads an archive as a stream, entry by entry, with at most one part of it in memory. Throws a `DomainError` that
 * describes the error in the archive.
 */
export class TarReader {
  readonly #parts: AsyncIterator<Uint8Array>;
  readonly #digest = createHash("sha256");
  /** Bytes received but not read yet. */
  #unread: Uint8Array = new Uint8Array(0);
  #entry: TarEntry | undefined;
  /** Bytes of the current entry not read yet. */
  #remaining = 0;
  #digestBefore = "";

  constructor(segments: AsyncIterable<Uint8Array>) {
    this.#parts = segments[Symbol.asyncIterator]();
  }

  /** SHA-256 of every byte before the current entry, lower-case hex. */
  get digestBefore(): string {
    return this.#digestBefore;
  }

  /** Reads the next entry. The previous one must have been read to its end. */
  async next(): Promise<TarEntry> {
    this.#digestBefore = this.#digest.copy().digest("hex");
    const block = await this.#block();
    if (block.every((byte) => byte === 0)) throw broken("it ends before end.json");
    const entry = parseTarHeader(block);
    if (entry === undefined) {
      throw broken(`${this.#position()} an entry is not a plain file`);
    }
    this.#entry = entry;
    this.#remaining = entry.size;
    return entry;
  }

  /** Streams the bytes of the current entry. */
  async *bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    const { size } = this.#entry!;
    while (this.#remaining > 0) {
      const segment = await this.#take(this.#remaining);
      this.#remaining -= segment.byteLength;
      yield segment;
    }
    await this.#exactly(tarPadding(size).byteLength);
  }

  /** Returns all bytes of the current entry; fails if there are more than `limit`. */
  async whole(limit: number): Promise<Buffer> {
    const { name, size } = this.#entry!;
    if (size > limit) throw broken(`${describeValue(name)} must be at most ${limit} bytes, got ${size}`);
    const bytes = await this.#exactly(size);
    this.#remaining = 0;
    await this.#exactly(tarPadding(size).byteLength);
    return bytes;
  }

  /** Checks the end of the archive: only zeros may follow the last entry. */
  async end(): Promise<void> {
    let trailing = 0;
    for (;;) {
      const segment = await this.#nextPart();
      if (segment === undefined) return;
      trailing += segment.byteLength;
      if (trailing > MAX_TRAILING_BYTES || segment.some((byte) => byte !== 0))
        throw broken("it continues after end.json");
      this.#unread = new Uint8Array(0);
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

  /** Returns at least one byte, at most `limit`. */
  async #take(limit: number): Promise<Uint8Array> {
    const segment = await this.#nextPart();
    if (segment === undefined) throw broken(`it is cut off ${this.#position()}`);
    const bytes = segment.subarray(0, limit);
    this.#unread = segment.subarray(limit);
    this.#digest.update(bytes);
    return bytes;
  }

  async #nextPart(): Promise<Uint8Array | undefined> {
    while (this.#unread.byteLength === 0) {
      const { done, value } = await this.#parts.next();
      if (done === true) return undefined;
      this.#unread = value;
    }
    return this.#unread;
  }

  #position(): string {
    if (this.#entry === undefined) return "at its beginning";
    return `${this.#remaining > 0 ? "within" : "after"} ${describeValue(this.#entry.name)}`;
  }
}

/** Error for the sender of an archive that can't be imported. */
export const broken = (problem: string): DomainError => invalidArgument(`archive: can't be imported: ${problem}`);
