import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { VectorStoreV1 } from "@quarry/plugin";
import vectorEmbedded from "@quarry/vector-embedded";
import { Effect, Exit, Schema, Scope } from "effect";

const BATCH = 500;
const LOOK_MS = 200;
/** Where the number of rows stands in an index file. */
const ROWS_AT = 2;

/** The embedded store over a folder; disposing of it closes it. */
export const openEmbedded = async (
  dataDirectory: string,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<AsyncDisposable & { readonly store: VectorStoreV1 }> => {
  const scope = await Effect.runPromise(Scope.make());
  const decoded = Schema.decodeUnknownSync(vectorEmbedded.settings)(settings);
  const context = { dataDirectory, log: () => {} };
  const store = await Effect.runPromise(vectorEmbedded.make(decoded, context).pipe(Scope.provide(scope)));
  return { store, [Symbol.asyncDispose]: () => Effect.runPromise(Scope.close(scope, Exit.void)) };
};

/** Writes so many vectors, with metadata that filters can ask for every tenth, hundredth and thousandth row. */
export const fillVectors = async (
  store: VectorStoreV1,
  collection: string,
  rows: number,
  next: (row: number) => Float32Array,
): Promise<void> => {
  for (let start = 0; start < rows; start += BATCH) {
    const records = Array.from({ length: Math.min(BATCH, rows - start) }, (_, offset) => {
      const row = start + offset;
      const metadata = { filename: `file-${row % 97}.md`, tens: row % 10, hundreds: row % 100, thousands: row % 1_000 };
      return { id: `row-${row}`, vector: next(row), metadata, text: "" };
    });
    if (start === 0) {
      await Effect.runPromise(store.ensureCollection({ collection, dimension: records[0]!.vector.length }));
    }
    await Effect.runPromise(store.upsert(collection, records));
  }
};

/** Searches once, which starts it, and waits until the graph of a collection has all its rows and is stored. */
export const untilIndexed = async (
  { store, directory }: { readonly store: VectorStoreV1; readonly directory: string },
  { collection, rows, vector }: { readonly collection: string; readonly rows: number; readonly vector: Float32Array },
): Promise<void> => {
  await Effect.runPromise(store.search(collection, { vector, topK: 1 }));
  while ((await storedRows(join(directory, `collection-${collection}.sqlite-index`))) < rows) await pause(LOOK_MS);
};

const storedRows = async (path: string): Promise<number> => {
  const header = new Float64Array(ROWS_AT + 1);
  try {
    await using file = await open(path);
    await file.read(new Uint8Array(header.buffer));
  } catch {
    return 0;
  }
  return header[ROWS_AT]!;
};
