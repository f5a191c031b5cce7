import { Effect, Schema } from "effect";

export const PLUGIN_NAME = "@quarry/vector-embedded";

/** Above this, the vectors of one collection no longer fit in the 32-bit address space of the scan kernel. */
const MAX_CACHE_MEMORY_MB = 3_500;
const MIN_CACHE_MEMORY_MB = 1;
/** Fits a million vectors of 384 numbers, with their graph. */
const DEFAULT_CACHE_MEMORY_MB = 768;
/** Each open collection takes a few file handles in each of two threads. */
const MAX_OPEN_COLLECTIONS = 1_000;
const DEFAULT_OPEN_COLLECTIONS = 64;

/** Number of rows from which a graph search is worth being approximate. Below it, a scan takes at most some 3 ms. */
const DEFAULT_INDEX_FROM_ROWS = 30_000;

const integerBetween = (minimum: number, maximum: number) =>
  Schema.Finite.check(Schema.isInt(), Schema.isBetween({ minimum, maximum }));

/** Settings of the embedded store; each has a default. */
export const EmbeddedSettings = Schema.Struct({
  cacheMemoryMb: integerBetween(MIN_CACHE_MEMORY_MB, MAX_CACHE_MEMORY_MB)
    .annotate({
      description:
        "Memory for the vectors and metadata of recently searched collections, in MB (1,048,576 bytes). A collection " +
        "that does not fit is read from its file on every search, which is slower. Default 768.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(DEFAULT_CACHE_MEMORY_MB))),
  synchronous: Schema.Literals(["full", "normal"])
    .annotate({
      description:
        'When a write counts as done: "full" after it was forced to the disk, so that it survives a power failure; ' +
        '"normal" when it survives a crash of the process, but maybe not of the machine. Default "full".',
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("full" as const))),
  maxOpenCollections: integerBetween(1, MAX_OPEN_COLLECTIONS)
    .annotate({
      description: "Collections kept open; of more, the least recently used are closed and opened again. Default 64.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(DEFAULT_OPEN_COLLECTIONS))),
  index: Schema.Literals(["auto", "exact"])
    .annotate({
      description:
        'How large collections are searched: "auto" walks a graph of neighbours, built in the background, where ' +
        'many records match and at most 200 hits are asked for, and may miss one of a hundred; "exact" looks at every ' +
        'vector that matches. Default "auto".',
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("auto" as const))),
  indexFromRows: integerBetween(1, Number.MAX_SAFE_INTEGER)
    .annotate({
      description: "With fewer records than this a collection is searched exactly anyway. Default 30000.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(DEFAULT_INDEX_FROM_ROWS))),
});

export type EmbeddedSettings = typeof EmbeddedSettings.Type;
