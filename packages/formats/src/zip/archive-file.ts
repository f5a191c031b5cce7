import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type Entry, RandomAccessReader } from "yauzl";

/** Bytes searched for the end of the archive before the end of the file: a comment, and padded or appended bytes. */
const MAX_BYTES_BEHIND = 1_048_576;
const PIECE_BYTES = 65_536;
const END_SIGNATURE = Buffer.from("PK\u0005\u0006", "latin1");
const END_BYTES = 22;
const COMMENT_LENGTH_AT = 20;
const COMMENT_LENGTH_BYTES = 2;
/** Each entry of the directory has a name behind this. */
const MIN_ENTRY_BYTES = 46;
const LOCAL_HEADER = Buffer.from("PK\u0003\u0004", "latin1");
const LOCAL_HEADER_BYTES = 30;
const NAME_LENGTH_AT = 26;
const EXTRA_LENGTH_AT = 28;
const ZIP64_LOCATOR = Buffer.from("PK\u0006\u0007", "latin1");
const ZIP64_LOCATOR_BYTES = 20;
const UNSET_16 = 0xffff;
const UNSET_32 = 0xffffffff;

/**
 * A file as the library for archives reads it: it ends where its archive does. Line ends and zeros that some program
 * wrote behind, and comments whose length is wrong, are nothing that the other readers of Office files mind.
 *
 * It is read synchronously, by a parser that has nothing else to do: each read in another thread costs ten times what it
 * waits for. What was read to find the archive's end, which is all of most files, is not read again.
 */
export class ArchiveFile extends RandomAccessReader {
  readonly #file: number;
  readonly #tail: Tail;
  /** Offset of the archive's comment length; the comment counts as empty. */
  readonly #commentLengthAt: number | undefined;
  readonly size: number;

  private constructor(file: number, tail: Tail) {
    super();
    const fileSize = tail.start + tail.bytes.length;
    const endRecord = findEndRecord(tail);
    this.#file = file;
    this.#tail = tail;
    this.#commentLengthAt = endRecord === undefined ? undefined : endRecord + COMMENT_LENGTH_AT;
    this.size = endRecord === undefined ? fileSize : endRecord + END_BYTES;
  }

  static open(path: string): ArchiveFile {
    const file = openSync(path, "r");
    try {
      return new ArchiveFile(file, readTail(file));
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /** Returns so many bytes, or fewer at the end. They may be part of the cached bytes: don't write to them. */
  bytesAt(position: number, length: number): Buffer {
    const { start, bytes } = this.#tail;
    if (position >= start) return bytes.subarray(position - start, position - start + length);
    const buffer = Buffer.allocUnsafe(length);
    return buffer.subarray(0, readSync(this.#file, buffer, 0, length, position));
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    let bytesRead: number;
    try {
      bytesRead = this.bytesAt(position, length).copy(buffer, offset);
    } catch (error) {
      process.nextTick(callback, error);
      return;
    }
    const at = this.#commentLengthAt;
    if (at !== undefined && at >= position && at + COMMENT_LENGTH_BYTES <= position + bytesRead) {
      buffer.writeUInt16LE(0, offset + at - position);
    }
    // The library asks for the next entry when it is given one, and thousands would nest.
    process.nextTick(callback, null, bytesRead);
  }

  override close(callback: (error: Error | null) => void): void {
    closeSync(this.#file);
    callback(null);
  }

  /** Reads bytes from `start` on, in pieces. */
  *pieces(start: number, length: number): Generator<Buffer> {
    const end = start + length;
    for (let position = start; position < end;) {
      const segment = this.bytesAt(position, Math.min(PIECE_BYTES, end - position));
      if (segment.length === 0) return;
      yield segment;
      position += segment.length;
    }
  }

  /** Offset of an entry's own bytes, behind a header that has its own length; undefined where there is no header. */
  startOf(entry: Entry): number | undefined {
    const at = entry.relativeOffsetOfLocalHeader;
    const header = this.bytesAt(at, LOCAL_HEADER_BYTES);
    if (header.length < LOCAL_HEADER_BYTES || !header.subarray(0, LOCAL_HEADER.length).equals(LOCAL_HEADER)) {
      return undefined;
    }
    const start = at + LOCAL_HEADER_BYTES + header.readUInt16LE(NAME_LENGTH_AT) + header.readUInt16LE(EXTRA_LENGTH_AT);
    return start + entry.compressedSize <= this.size ? start : undefined;
  }
}

/** The last bytes of a file, and where they begin in it. */
interface Tail {
  readonly start: number;
  readonly bytes: Buffer;
}

function readTail(file: number): Tail {
  const { size } = fstatSync(file);
  const start = Math.max(0, size - MAX_BYTES_BEHIND - END_BYTES);
  const bytes = Buffer.alloc(size - start);
  return { start, bytes: bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start)) };
}

/** Offset of the record at the end of an archive; undefined where none fits, which the library then explains. */
function findEndRecord({ start, bytes }: Tail): number | undefined {
  let at = bytes.length - END_BYTES;
  while (at >= 0) {
    at = bytes.lastIndexOf(END_SIGNATURE, at);
    if (at < 0) return undefined;
    if (isEndRecord(bytes, at, start + at)) return start + at;
    at--;
  }
  return undefined;
}

/** Whether the record is plausible for the archive before it: the signature also occurs in text by chance. */
function isEndRecord(tail: Buffer, at: number, position: number): boolean {
  const entries = tail.readUInt16LE(at + 10);
  const directoryBytes = tail.readUInt32LE(at + 12);
  const directoryAt = tail.readUInt32LE(at + 16);
  if (entries === UNSET_16 || directoryBytes === UNSET_32 || directoryAt === UNSET_32) {
    const locator = at - ZIP64_LOCATOR_BYTES;
    return locator >= 0 && tail.subarray(locator, locator + ZIP64_LOCATOR.length).equals(ZIP64_LOCATOR);
  }
  return directoryAt + directoryBytes <= position && entries * MIN_ENTRY_BYTES <= directoryBytes;
}
