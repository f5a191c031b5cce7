import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type Entry, RandomAccessReader } from "yauzl";

/**
 * Bytes before the end of the file that are searched for the end of the archive: a comment, and padded or appended
 * bytes.
 */
const MAX_TRAILING_BYTES = 1_048_576;
const CHUNK_BYTES = 65_536;
const END_SIGNATURE = Buffer.from("PK\u0005\u0006", "latin1");
const END_BYTES = 22;
const COMMENT_LENGTH_OFFSET = 20;
const COMMENT_LENGTH_BYTES = 2;
/** Size of a directory entry without its name. */
const MIN_ENTRY_BYTES = 46;
const LOCAL_HEADER = Buffer.from("PK\u0003\u0004", "latin1");
const LOCAL_HEADER_BYTES = 30;
const NAME_LENGTH_OFFSET = 26;
const EXTRA_LENGTH_OFFSET = 28;
const ZIP64_LOCATOR = Buffer.from("PK\u0006\u0007", "latin1");
const ZIP64_LOCATOR_BYTES = 20;
const UNSET_16 = 0xffff;
const UNSET_32 = 0xffffffff;

/**
 * A file for the zip library that ends where its archive does. Trailing line ends and zeros, and comments with a wrong
 * length, are tolerated, as by other readers of Office files.
 *
 * Reads synchronously, because the parser has nothing else to do: each read in another thread costs ten times its
 * waiting time. Bytes read while searching for the archive's end, which are all of most files, are cached.
 */
export class ArchiveFile extends RandomAccessReader {
  readonly #file: number;
  readonly #tail: Tail;
  /** Offset of the archive's comment length. It is read as 0. */
  readonly #commentLengthOffset: number | undefined;
  readonly size: number;

  private constructor(file: number, tail: Tail) {
    super();
    const fileSize = tail.start + tail.bytes.length;
    const endRecord = findEndRecord(tail);
    this.#file = file;
    this.#tail = tail;
    this.#commentLengthOffset = endRecord === undefined ? undefined : endRecord + COMMENT_LENGTH_OFFSET;
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

  /** Returns this many bytes, or fewer at the end. They can be part of the cache: don't modify them. */
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
    const at = this.#commentLengthOffset;
    if (at !== undefined && at >= position && at + COMMENT_LENGTH_BYTES <= position + bytesRead) {
      buffer.writeUInt16LE(0, offset + at - position);
    }
    // The library requests the next entry inside the callback, and thousands of calls would nest.
    process.nextTick(callback, null, bytesRead);
  }

  override close(callback: (error: Error | null) => void): void {
    closeSync(this.#file);
    callback(null);
  }

  /** Reads bytes from `start` on, in chunks. */
  *chunks(start: number, length: number): Generator<Buffer> {
    const end = start + length;
    for (let position = start; position < end;) {
      const segment = this.bytesAt(position, Math.min(CHUNK_BYTES, end - position));
      if (segment.length === 0) return;
      yield segment;
      position += segment.length;
    }
  }

  /**
   * Returns the offset of an entry's data, after its local header, which has a length of its own. Returns undefined if
   * there is no header.
   */
  startOf(entry: Entry): number | undefined {
    const at = entry.relativeOffsetOfLocalHeader;
    const header = this.bytesAt(at, LOCAL_HEADER_BYTES);
    if (header.length < LOCAL_HEADER_BYTES || !header.subarray(0, LOCAL_HEADER.length).equals(LOCAL_HEADER)) {
      return undefined;
    }
    const start =
      at + LOCAL_HEADER_BYTES + header.readUInt16LE(NAME_LENGTH_OFFSET) + header.readUInt16LE(EXTRA_LENGTH_OFFSET);
    return start + entry.compressedSize <= this.size ? start : undefined;
  }
}

/** The last bytes of a file, and their offset in it. */
interface Tail {
  readonly start: number;
  readonly bytes: Buffer;
}

function readTail(file: number): Tail {
  const { size } = fstatSync(file);
  const start = Math.max(0, size - MAX_TRAILING_BYTES - END_BYTES);
  const bytes = Buffer.alloc(size - start);
  return { start, bytes: bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start)) };
}

/**
 * Returns the offset of the end-of-central-directory record, or undefined if none is plausible. The library then
 * reports the error.
 */
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

/** Whether the record is plausible for the archive before it: the signature also occurs by chance. */
function isEndRecord(tail: Buffer, at: number, position: number): boolean {
  const entries = tail.readUInt16LE(at + 10);
  const directoryBytes = tail.readUInt32LE(at + 12);
  const directoryOffset = tail.readUInt32LE(at + 16);
  if (entries === UNSET_16 || directoryBytes === UNSET_32 || directoryOffset === UNSET_32) {
    const locator = at - ZIP64_LOCATOR_BYTES;
    return locator >= 0 && tail.subarray(locator, locator + ZIP64_LOCATOR.length).equals(ZIP64_LOCATOR);
  }
  return directoryOffset + directoryBytes <= position && entries * MIN_ENTRY_BYTES <= directoryBytes;
}
