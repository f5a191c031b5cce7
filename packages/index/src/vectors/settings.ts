import { defineSettings, setting, type SettingsOf } from "@quarry/plugin";

export const PLUGIN_NAME = "@quarry/vector-embedded";

/** Above this, the vectors of one collection no longer fit in the 32-bit address space of the scan kernel. */
const MAX_CACHE_MEMORY_MB = 3_500;
/** Fits a million vectors of 384 numbers, with their graph. */
const DEFAULT_CACHE_MEMORY_MB = 768;
/** Each open collection takes a few file handles in each of two threads. */
const MAX_OPEN_COLLECTIONS = 1_000;
/** Number of rows from which a graph search is worth being approximate. Below it, a scan takes at most some 3 ms. */
const DEFAULT_INDEX_FROM_ROWS = 30_000;

/** Settings of the embedded store; each has a default. */
export const EmbeddedSettings = defineSettings({
  cacheMemoryMb: setting.integer({
    description:
      "Memory for the vectors and metadata of recently searched collections, in MB (1,048,576 bytes). A collection " +
      "that does not fit is read from its file on every search, which is slower. Default 768.",
    minimum: 1,
    maximum: MAX_CACHE_MEMORY_MB,
    default: DEFAULT_CACHE_MEMORY_MB,
  }),
  synchronous: setting.choice(["full", "normal"], {
    description:
      'When a write counts as done: "full" after it was forced to the disk, so that it survives a power failure; ' +
      '"normal" when it survives a crash of the process, but maybe not of the machine. Default "full".',
    default: "full",
  }),
  maxOpenCollections: setting.integer({
    description: "Collections kept open; of more, the least recently used are closed and opened again. Default 64.",
    minimum: 1,
    maximum: MAX_OPEN_COLLECTIONS,
    default: 64,
  }),
  index: setting.choice(["auto", "exact"], {
    description:
      'How large collections are searched: "auto" walks a graph of neighbours, built in the background, where ' +
      'many records match and at most 200 hits are asked for, and may miss one of a hundred; "exact" looks at every ' +
      'vector that matches. Default "auto".',
    default: "auto",
  }),
  indexFromRows: setting.integer({
    description: "With fewer records than this a collection is searched exactly anyway. Default 30000.",
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    default: DEFAULT_INDEX_FROM_ROWS,
  }),
});

export type EmbeddedSettings = SettingsOf<typeof EmbeddedSettings>;
