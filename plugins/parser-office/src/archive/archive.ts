import type { Readable } from "node:stream";
import { ParserError, type ParserLimits } from "@quarry/plugin";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { checkSizes, declaredBytes } from "./check-sizes.ts";

/** An open zip archive whose entries were checked against the limits before any was unpacked. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  static async open(path: string, fileSize: number, limits: ParserLimits): Promise<Archive> {
    const zip = await openZip(path);
    try {
      const entries = await readEntries(zip, limits.maxArchiveEntries);
      checkSizes([...entries.values()], fileSize, limits);
      return new Archive(zip, entries);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  get names(): Iterable<string> {
    return this.#entries.keys();
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** Unpacked size in bytes as the archive declares it; reading more than that fails. */
  sizeOf(name: string): number {
    return this.#find(name)?.uncompressedSize ?? 0;
  }

  /** Unpacked size in bytes of all entries, as the archive declares them. */
  get declaredBytes(): number {
    return declaredBytes(this.#entries.values());
  }

  /** The unpacked bytes of an entry as a stream; close it by destroying it. */
  async stream(name: string): Promise<Readable> {
    const entry = this.#find(name);
    if (entry === undefined) throw damaged();
    return new Promise((resolve, reject) => {
      this.#zip.openReadStream(entry, (error, stream) => (error === null ? resolve(stream) : reject(damaged(error))));
    });
  }

  close(): void {
    this.#zip.close();
  }

  /** Names are compared as they stand, then without regard to case, as Office does. */
  #find(name: string): Entry | undefined {
    const exact = this.#entries.get(name);
    if (exact !== undefined) return exact;
    const lower = name.toLowerCase();
    for (const [key, entry] of this.#entries) if (key.toLowerCase() === lower) return entry;
    return undefined;
  }
}

/** What a damaged archive means for the person who uploaded it. */
export const damaged = (cause?: unknown): ParserError =>
  new ParserError("corrupt", "the file is damaged or cut off: open it, save it again and upload that copy", { cause });

function openZip(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false, strictFileNames: false }, (error, zip) => {
      if (error === null) resolve(zip);
      else reject(damaged(error));
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
      entries.set(entry.fileName.replace(/^\//, ""), entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}
