import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { checkFileName, Storage } from "@quarry/catalog";
import { Plugins } from "@quarry/host";
import { DomainError, invalidArgument, limits, newId } from "@quarry/plugin/domain";
import { PassageJoiner } from "@quarry/text/join-passages";
import { Slots } from "@quarry/plugin/workers";
import { type AnswerSize, CurrentAnswer } from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import { ParseFailure } from "../parse/parse-failure.ts";
import { ParsePool } from "../parse/parse-pool.ts";
import type { ContextualChunk } from "../parse/parse-protocol.ts";

export interface ExtractedPage {
  /** Page number from 1; null if the file has no pages. */
  readonly page: number | null;
  readonly text: string;
}

export interface ExtractedText {
  readonly filename: string;
  /** At least one page with text. */
  readonly pages: readonly ExtractedPage[];
}

export interface TextExtractionShape {
  /**
   * Returns the text of a file, parsed like a document but not stored. Fails with `invalid_argument` if it can't be
   * read or has no text, with `resource_exhausted` if too many files wait, and with `too_large` above the maximum
   * upload or response size.
   */
  extract(filename: string, bytes: AsyncIterable<Uint8Array>): Effect.Effect<ExtractedText, DomainError>;
}

/** Number of files read concurrently. Documents being ingested share the workers, and must not be delayed. */
const MAX_CONCURRENT = 2;

/** Chunks of the maximum size, without overlap. */
const WHOLE = { chunkSize: limits.MAX_CHUNK_SIZE, chunkOverlap: 0, maxChunkTokens: limits.MAX_CHUNK_SIZE };

/** Maximum number of waiting files, each on disk. Callers retry. */
const MAX_WAITING = 16;

/** Extracts the text of files for callers that need nothing else. */
export class TextExtraction extends Context.Service<TextExtraction, TextExtractionShape>()(
  "@quarry/ingest/TextExtraction",
) {
  static readonly layer = (options: {
    /** Folder for files while they are read; it is emptied at the start. */
    readonly folder: string;
    /** Maximum bytes of a file. */
    readonly maxBytes: number;
  }): Layer.Layer<TextExtraction, never, ParsePool | Plugins | Storage> =>
    Layer.effect(
      TextExtraction,
      Effect.gen(function* () {
        const pool = yield* ParsePool;
        const { parsers } = yield* Plugins;
        const storage = yield* Storage;
        yield* Effect.promise(() => rm(options.folder, { recursive: true, force: true }));
        const slots = new Slots(MAX_CONCURRENT);
        let present = 0;

        const read = async (
          { path, ...named }: { readonly path: string; readonly filename: string; readonly fileType: string },
          bytes: AsyncIterable<Uint8Array>,
          answer: AnswerSize,
          signal: AbortSignal,
        ): Promise<readonly ExtractedPage[]> => {
          const size = await write(bytes, path, options, signal);
          if (size === 0) throw invalidArgument("file: the file is empty");
          const pages = new Pages();
          const leave = await slots.take(signal);
          try {
            const parser = parsers.get(named.fileType)!;
            for await (const event of pool.parse({ source: { path, size, ...named }, parser, ...WHOLE }, signal)) {
              if (event.type !== "chunks") continue;
              for (const chunk of event.chunks) {
                await answer.reserve(chunk.text.length);
                pages.add(chunk);
              }
            }
          } finally {
            leave();
          }
          if (pages.all.length === 0) throw invalidArgument("file: it has no text that could be extracted");
          return pages.all;
        };

        const extract: TextExtractionShape["extract"] = Effect.fn("TextExtraction.extract")(function* (input, bytes) {
          if (present >= MAX_CONCURRENT + MAX_WAITING) return yield* tooMany;
          const named = yield* Effect.try({ try: () => checkFileName({ filename: input }, parsers), catch: toDomain });
          if (!parsers.has(named.fileType)) {
            return yield* invalidArgument(`file: no parser is configured for .${named.fileType} files`);
          }
          yield* storage.mayStore;
          const answer = yield* CurrentAnswer;
          const path = join(options.folder, newId());
          const pages = yield* Effect.tryPromise({
            try: async (signal) => {
              present += 1;
              try {
                return await read({ path, ...named }, bytes, answer, signal);
              } finally {
                present -= 1;
                await rm(path, { force: true });
              }
            },
            catch: toDomain,
          });
          return { filename: named.filename, pages };
        });

        return { extract };
      }),
    );
}

/** Reassembles the text from chunks, page by page. */
class Pages {
  readonly #pages: { page: number | null; joiner: PassageJoiner; parts: string[] }[] = [];

  add({ text, page, startChar, endChar }: ContextualChunk): void {
    let last = this.#pages.at(-1);
    if (last === undefined || last.page !== page) {
      this.#pages.push((last = { page, joiner: new PassageJoiner(), parts: [] }));
    }
    const { gap, text: added } = last.joiner.add({ text, metadata: { start_char: startChar, end_char: endChar } });
    last.parts.push(gap, added);
  }

  get all(): readonly ExtractedPage[] {
    return this.#pages.map(({ page, parts }) => ({ page, text: parts.join("") }));
  }
}

/** Returns the size. */
const write = async (
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  { folder, maxBytes }: { readonly folder: string; readonly maxBytes: number },
  signal: AbortSignal,
): Promise<number> => {
  let size = 0;
  const bounded = async function* () {
    for await (const buffer of bytes) {
      size += buffer.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      yield buffer;
    }
  };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await pipeline(bounded, createWriteStream(path, { mode: 0o600 }), { signal });
  return size;
};

const tooLarge = (maxBytes: number) =>
  new DomainError({
    code: "too_large",
    message: `file: must be at most ${Math.floor(maxBytes / limits.BYTES_PER_MB)} MB`,
  });

const tooMany = new DomainError({
  code: "resource_exhausted",
  message: "too many files wait to be read; try again",
  retryAfterSeconds: 5,
});

/** Any other failure is an internal error, and its details are not disclosed to the caller. */
const toDomain = (error: unknown): DomainError =>
  error instanceof ParseFailure ? invalidArgument(`file: ${error.message}`) : (error as DomainError);
