import { Readable } from "node:stream";
import { ParserError, type ParserLimits } from "@quarry/plugin";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { ArchiveFile } from "./archive-file.ts";
import { checkEntries, checkEntry, isTextPart } from "./check-sizes.ts";
import { normalName } from "./entry-name.ts";
import { damaged, unpack, unpackAtOnce } from "./unpack.ts";

/**
 * Number of times that the texts of an archive may be read: a sheet twice (its merged cells stand behind its rows), the
 * rest once. It stops a file whose parts refer to one another again and again.
 */
const MAX_READS = 3;
const FREE_BYTES = 16_777_216;

/** Largest part in bytes that is unpacked in one go, which costs a fraction of a stream. */
const MAX_AT_ONCE_BYTES = 262_144;
/** ZIP compression method of an entry that is stored as it is; others are deflated. */
const STORED = 0;

/** An open zip archive whose entries were checked against the limits before any was unpacked. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #file: ArchiveFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #lowerCaseNames: ReadonlyMap<string, string>;
  readonly #limits: ParserLimits;
  #bytesLeft: number;

  private constructor(zip: ZipFile, file: ArchiveFile, entries: ReadonlyMap<string, Entry>, limits: ParserLimits) {
    this.#zip = zip;
    this.#file = file;
    this.#entries = entries;
    this.#lowerCaseNames = new Map([...entries.keys()].map((name) => [name.toLowerCase(), name]));
    this.#limits = limits;
    const declared = [...entries.values()].reduce((total, entry) => total + entry.uncompressedSize, 0);
    this.#bytesLeft = Math.min(declared * MAX_READS + FREE_BYTES, limits.maxUncompressedBytes * MAX_READS);
  }

  /** Fails with `limit`, `encrypted` or `corrupt`. */
  static async open(path: string, limits: ParserLimits): Promise<Archive> {
    const file = ArchiveFile.open(path);
    const zip = await openZip(file);
    try {
      const entries = await readEntries(zip, limits.maxArchiveEntries);
      checkEntries(entries, file.size, limits);
      return new Archive(zip, file, entries, limits);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** The names of its entries, as they stand. */
  get names(): Iterable<string> {
    return this.#entries.keys();
  }

  /** Unpacked bytes of an entry, as the archive declares them; reading more than that fails. 0 when it is missing. */
  bytesOf(name: string): number {
    return this.#find(name)?.uncompressedSize ?? 0;
  }

  /** CRC-32 of an entry's unpacked bytes, as the archive declares it; `chunks` doesn't compare it. */
  checksumOf(name: string): number | undefined {
    return this.#find(name)?.crc32;
  }

  /** Unpacked bytes of all texts, as the archive declares them. */
  get declaredTextBytes(): number {
    let total = 0;
    for (const [name, entry] of this.#entries) if (isTextPart(name)) total += entry.uncompressedSize;
    return total;
  }

  /** The unpacked bytes of an entry, piece by piece. An entry that gives more or less than it declares is damaged. */
  async *chunks(name: string): AsyncGenerator<Buffer> {
    const entry = this.#find(name);
    if (entry === undefined) throw damaged();
    checkEntry(entry, this.#limits);
    let missing = entry.uncompressedSize;
    for await (const bytes of this.#unpacked(entry)) {
      missing -= bytes.length;
      if (missing < 0) throw damaged();
      this.#spend(bytes.length);
      yield bytes;
    }
    if (missing > 0) throw damaged();
  }

  close(): void {
    this.#zip.close();
  }

  #spend(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft >= 0) return;
    throw new ParserError("limit", "the file's parts refer to each other again and again: save it anew and retry");
  }

  #unpacked(entry: Entry): Iterable<Buffer> | AsyncIterable<Buffer> {
    const { compressedSize, uncompressedSize, compressionMethod } = entry;
    const start = this.#file.startOf(entry);
    if (start === undefined || (compressionMethod !== STORED && !entry.isCompressed())) throw damaged();
    if (compressionMethod === STORED) return this.#file.pieces(start, compressedSize);
    if (Math.max(compressedSize, uncompressedSize) <= MAX_AT_ONCE_BYTES) {
      return [unpackAtOnce(this.#file.bytesAt(start, compressedSize), uncompressedSize)];
    }
    return unpack(Readable.from(this.#file.pieces(start, compressedSize), { objectMode: false }));
  }

  /** Names are compared as they stand, then without regard to case, as Office does. */
  #find(name: string): Entry | undefined {
    return this.#entries.get(name) ?? this.#entries.get(this.#lowerCaseNames.get(name.toLowerCase()) ?? "");
  }
}

function openZip(file: ArchiveFile): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // Names stay bytes: the library refuses an archive for one odd name, here that one entry is left out.
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
    yauzl.fromRandomAccessReader(file, file.size, options, (error, zip) => {
      if (error === null) resolve(zip);
      else file.close(() => reject(damaged(error)));
    });
  });
}

function readEntries(zip: ZipFile, maxEntries: number): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    if (zip.entryCount > maxEntries) {
      reject(new ParserError("limit", `the file holds ${zip.entryCount} parts, more than the ${maxEntries} allowed`));
      return;
    }
    const entries = new Map<string, Entry>();
    zip.on("error", (error: Error) => reject(damaged(error)));
    zip.on("end", () => resolve(entries));
    zip.on("entry", (entry: Entry) => {
      const name = normalName(entry.fileName as unknown as Buffer);
      if (name !== undefined && !entries.has(name)) entries.set(name, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}
