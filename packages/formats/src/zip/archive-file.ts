import { read } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { callbackify } from "node:util";
import { RandomAccessReader } from "yauzl";

/** How far before the end of a file the end of its archive is looked for: a comment, and what was padded or appended. */
const MAX_BYTES_BEHIND = 1_048_576;
const PIECE_BYTES = 65_536;
const END_SIGNATURE = Buffer.from("PK\u0005\u0006", "latin1");
const END_BYTES = 22;
const COMMENT_LENGTH_AT = 20;
const COMMENT_LENGTH_BYTES = 2;
/** Each entry of the directory has a name behind this. */
const MIN_ENTRY_BYTES = 46;
const ZIP64_LOCATOR = Buffer.from("PK\u0006\u0007", "latin1");
const ZIP64_LOCATOR_BYTES = 20;
const UNSET_16 = 0xffff;
const UNSET_32 = 0xffffffff;

/**
 * A file as the library for archives reads it: it ends where its archive does. Line ends and zeros that some program
 * wrote behind, and comments whose length is wrong, are nothing that the other readers of Office files mind.
 */
export class ArchiveFile extends RandomAccessReader {
  readonly #file: FileHandle;
  /** Where the archive says how long its comment is; the comment counts as empty. */
  readonly #commentLengthAt: number | undefined;
  readonly size: number;

  private constructor(file: FileHandle, fileSize: number, endRecord: number | undefined) {
    super();
    this.#file = file;
    this.#commentLengthAt = endRecord === undefined ? undefined : endRecord + COMMENT_LENGTH_AT;
    this.size = endRecord === undefined ? fileSize : endRecord + END_BYTES;
  }

  static async open(path: string): Promise<ArchiveFile> {
    const file = await open(path, "r");
    try {
      const { size } = await file.stat();
      return new ArchiveFile(file, size, await findEndRecord(file, size));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    read(this.#file.fd, buffer, offset, length, position, (error, bytesRead) => {
      const at = this.#commentLengthAt;
      if (at !== undefined && at >= position && at + COMMENT_LENGTH_BYTES <= position + bytesRead) {
        buffer.writeUInt16LE(0, offset + at - position);
      }
      callback(error, bytesRead);
    });
  }

  override createReadStream({ start, end }: { start: number; end: number }): Readable {
    return Readable.from(piecesOf(this.#file, start, end), { objectMode: false });
  }

  override close(callback: (error: Error | null) => void): void {
    callbackify(() => this.#file.close())((error) => callback(error));
  }
}

async function* piecesOf(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let position = start; position < end;) {
    const length = Math.min(PIECE_BYTES, end - position);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/** Where the record at the end of an archive begins; undefined where none fits, which the library then explains. */
async function findEndRecord(file: FileHandle, fileSize: number): Promise<number | undefined> {
  const start = Math.max(0, fileSize - MAX_BYTES_BEHIND - END_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(fileSize - start), 0, fileSize - start, start);
  const tail = buffer.subarray(0, bytesRead);
  let at = tail.length - END_BYTES;
  while (at >= 0) {
    at = tail.lastIndexOf(END_SIGNATURE, at);
    if (at < 0) return undefined;
    if (isEndRecord(tail, at, start + at)) return start + at;
    at--;
  }
  return undefined;
}

/** Whether the bytes say of the archive before them what can be true: the signature also stands in text by chance. */
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
