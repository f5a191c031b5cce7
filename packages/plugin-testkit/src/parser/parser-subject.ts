import { mkdtemp, readdir, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ParserError } from "@quarry/plugin";
import { DEFAULT_PARSER_LIMITS } from "@quarry/plugin";
import type { ParserEvent, ParserV1 } from "@quarry/plugin";

export interface ParsedFile {
  readonly events: readonly ParserEvent[];
  /** Error that ended parsing early, if any. */
  readonly error?: ParserError;
}

/** Parser under test with a folder for its files. Errors other than `ParserError` are rethrown and fail the test. */
export class ParserSubject {
  readonly #parser: ParserV1;
  readonly #folder: string;
  #files = 0;

  private constructor(parser: ParserV1, folder: string) {
    this.#parser = parser;
    this.#folder = folder;
  }

  static async create(parser: ParserV1): Promise<ParserSubject> {
    return new ParserSubject(parser, await mkdtemp(join(tmpdir(), "quarry-parser-")));
  }

  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }

  /** Writes the file under a name without extension, as in the file store: only `fileType` states the expected type. */
  async write(bytes: Uint8Array): Promise<string> {
    const path = join(this.#folder, `file-${++this.#files}`);
    await writeFile(path, bytes);
    return path;
  }

  async open(filename: string, bytes: Uint8Array, limits = DEFAULT_PARSER_LIMITS) {
    const path = await this.write(bytes);
    const fileType = filename.slice(filename.lastIndexOf(".") + 1);
    return { path, events: this.#parser.parse({ path, size: bytes.length, filename, fileType }, limits) };
  }

  async parse(filename: string, bytes: Uint8Array, limits = DEFAULT_PARSER_LIMITS): Promise<ParsedFile> {
    const events: ParserEvent[] = [];
    try {
      for await (const event of (await this.open(filename, bytes, limits)).events) events.push(event);
      return { events };
    } catch (error) {
      if (error instanceof ParserError) return { events, error };
      throw error;
    }
  }
}

/** Returns how many file descriptors this process has open on a file, or undefined if the system doesn't report it. */
export async function openDescriptors(path: string): Promise<number | undefined> {
  try {
    const targets = await Promise.all(
      (await readdir("/proc/self/fd")).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "")),
    );
    return targets.filter((target) => target === path).length;
  } catch {
    return undefined;
  }
}
