import { Readable } from "node:stream";
import { ParserError, type ParserLimits } from "@quarry/plugin";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { ArchiveFile } from "./archive-file.ts";
import { checkEntries, checkEntry, isTextPart } from "./check-sizes.ts";
import { normalName } from "./entry-name.ts";
import { damaged, unpack, unpackSync } from "./unpack.ts";

/**
 * Number of times that an archive's texts can be read: a sheet twice (its merged cells come after its rows), the rest
 * once. It stops a file whose parts refer to one another repeatedly.
 */
const MAX_READS = 3;
const FREE_BYTES = 16_777_216;

/** Maximum size of a part that is decompressed in one call, which costs a fraction of a stream. */
const MAX_SYNC_BYTES = 262_144;
/** ZIP compression method of an uncompressed entry. Others are deflated. */
const STORED = 0;

/** An open zip archive whose entries were checked against the limits before any was decompressed. */
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

  /** Opens an archive. Fails with `limit`, `encrypted` or `corrupt`. */
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

  /** The names of its entries, in their original case. */
  get names(): Iterable<string> {
    return this.#entries.keys();
  }

  /**
   * Returns the uncompressed size of an entry as declared in the archive, or 0 if it is missing. Reading more than that
   * fails.
   */
  bytesOf(name: string): number {
    return this.#find(name)?.uncompressedSize ?? 0;
  }

  /** Returns the CRC-32 of an entry as declared in the archive. `chunks` doesn't verify it. */
  checksumOf(name: string): number | undefined {
    return this.#find(name)?.crc32;
  }

  /** Total uncompressed size of all text parts, as declared in the archive. */
  get declaredTextBytes(): number {
    let total = 0;
    for (const [name, entry] of this.#entries) if (isTextPart(name)) total += entry.uncompressedSize;
    return total;
  }

  /**
   * Returns the uncompressed bytes of an entry in chunks. An entry with more or fewer bytes than declared is damaged.
   */
  async *chunks(name: string): AsyncGenerator<Buffer> {
    const entry = this.#find(name);
    if (entry === undefined) throw damaged();
    checkEntry(entry, this.#limits);
    let remaining = entry.uncompressedSize;
    for await (const bytes of this.#unpacked(entry)) {
      remaining -= bytes.length;
      if (remaining < 0) throw damaged();
      this.#spend(bytes.length);
      yield bytes;
    }
    if (remaining > 0) throw damaged();
  }

  close(): void {
    this.#zip.close();
  }

  #spend(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft >= 0) return;
    throw new ParserError("limit", "the file's parts refer to each other too often: save it again and retry");
  }

  #unpacked(entry: Entry): Iterable<Buffer> | AsyncIterable<Buffer> {
    const { compressedSize, uncompressedSize, compressionMethod } = entry;
    const start = this.#file.startOf(entry);
    if (start === undefined || (compressionMethod !== STORED && !entry.isCompressed())) throw damaged();
    if (compressionMethod === STORED) return this.#file.chunks(start, compressedSize);
    if (Math.max(compressedSize, uncompressedSize) <= MAX_SYNC_BYTES) {
      return [unpackSync(this.#file.bytesAt(start, compressedSize), uncompressedSize)];
    }
    return unpack(Readable.from(this.#file.chunks(start, compressedSize), { objectMode: false }));
  }

  /** Finds an entry by exact name, then case-insensitively, as Office does. */
  #find(name: string): Entry | undefined {
    return this.#entries.get(name) ?? this.#entries.get(this.#lowerCaseNames.get(name.toLowerCase()) ?? "");
  }
}

function openZip(file: ArchiveFile): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // Names are decoded here, because the library rejects an archive for one invalid name. Here only that entry is left
    // out.
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
