import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PagePicture } from "@quarry/plugin";

export interface PictureCacheOptions {
  /** Dedicated folder: other files in it are deleted. */
  readonly folder: string;
  /** Maximum total bytes of all images; 0 disables the cache. */
  readonly maxBytes: number;
}

/** Changes when pages are rendered or named differently: older images are then deleted and rendered again. */
const VERSION = "v2";

const ENDINGS: Readonly<Record<PagePicture["mediaType"], string>> = { "image/webp": ".webp", "image/png": ".png" };

/** LRU cache of page images on disk. Ignores its own failures, since every image can be rendered again. */
export class PictureCache {
  readonly #options: PictureCacheOptions;
  /** Bytes by name, most recently used last. */
  #files: Promise<Map<string, number>> | undefined;
  #bytes = 0;

  constructor(options: PictureCacheOptions) {
    this.#options = options;
  }

  async get(key: string): Promise<PagePicture | undefined> {
    const files = await this.#opened();
    for (const mediaType of Object.keys(ENDINGS) as PagePicture["mediaType"][]) {
      const name = nameOf(key, mediaType);
      const size = files.get(name);
      if (size === undefined) continue;
      try {
        const bytes = await readFile(join(this.#options.folder, name));
        if (bytes.length !== size) throw new Error("cut off");
        if (files.delete(name)) files.set(name, size);
        return { bytes, mediaType };
      } catch {
        await this.#remove(files, name);
      }
    }
    return undefined;
  }

  async put(key: string, { bytes, mediaType }: PagePicture): Promise<void> {
    const { folder, maxBytes } = this.#options;
    if (bytes.length > maxBytes) return;
    const files = await this.#opened();
    const name = nameOf(key, mediaType);
    const temporary = join(folder, `${randomUUID()}.part`);
    try {
      await writeFile(temporary, bytes);
      await rename(temporary, join(folder, name));
    } catch {
      // The disk is full, or the folder was deleted.
      await rm(temporary, { force: true }).catch(() => undefined);
      return;
    }
    this.#bytes += bytes.length - (files.get(name) ?? 0);
    files.delete(name);
    files.set(name, bytes.length);
    for (const oldest of files.keys()) {
      if (this.#bytes <= maxBytes) return;
      await this.#remove(files, oldest);
    }
  }

  async #remove(files: Map<string, number>, name: string): Promise<void> {
    const size = files.get(name);
    if (size === undefined) return;
    files.delete(name);
    this.#bytes -= size;
    await rm(join(this.#options.folder, name), { force: true }).catch(() => undefined);
  }

  #opened(): Promise<Map<string, number>> {
    this.#files ??= this.#open();
    return this.#files;
  }

  async #open(): Promise<Map<string, number>> {
    const { folder, maxBytes } = this.#options;
    try {
      await mkdir(folder, { recursive: true });
      const found = await Promise.all(
        (await readdir(folder)).map(async (name) => {
          const { size, mtimeMs } = await stat(join(folder, name));
          return { name, size, mtimeMs };
        }),
      );
      const files = new Map<string, number>();
      for (const { name, size } of found.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
        files.set(name, size);
        this.#bytes += size;
      }
      for (const name of files.keys()) {
        if (this.#bytes > maxBytes || !name.startsWith(VERSION)) await this.#remove(files, name);
      }
      return files;
    } catch {
      return new Map();
    }
  }
}

const nameOf = (key: string, mediaType: PagePicture["mediaType"]): string => `${VERSION}-${key}${ENDINGS[mediaType]}`;
