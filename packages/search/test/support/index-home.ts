import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database, type StoreError } from "@quarry/store";
import { Effect, Layer, ManagedRuntime } from "effect";
import {
  type DatabasePassageIndexOptions,
  PassageIndex,
  type PassageIndexError,
  type PassageIndexService,
} from "../../src/index.ts";

export const run = Effect.runPromise;

/** What fails a test that expects a failure. */
export const failure = async (effect: Effect.Effect<unknown, PassageIndexError>): Promise<PassageIndexError> =>
  run(Effect.flip(effect));

export interface OpenIndex {
  readonly index: PassageIndexService;
  /** Closes it; what it holds stays. */
  close(): Promise<void>;
}

/** A place for passages that can be opened several times, also at once. `using` closes what is open and removes it. */
export interface IndexHome extends AsyncDisposable {
  /** A name for a collection that nobody else uses. */
  readonly collection: string;
  open(): Promise<OpenIndex>;
}

export type IndexLayer = Layer.Layer<PassageIndex, PassageIndexError | StoreError>;

export const openLayer = async (layer: IndexLayer): Promise<OpenIndex> => {
  const runtime = ManagedRuntime.make(layer);
  const index = await runtime.runPromise(Effect.service(PassageIndex));
  return { index, close: () => runtime.dispose() };
};

/** A home whose indexes are made by `layer`. */
export const homeOf = (layer: () => IndexLayer, remove: () => void): IndexHome => {
  const opened: OpenIndex[] = [];
  return {
    collection: `c-${randomUUID()}`,
    open: async () => {
      const open = await openLayer(layer());
      opened.push(open);
      return open;
    },
    [Symbol.asyncDispose]: async () => {
      for (const open of opened) await open.close();
      remove();
    },
  };
};

/** Files of SQLite, one per collection. */
export const fileHome = (directory = mkdtempSync(join(tmpdir(), "quarry-search-"))): IndexHome =>
  homeOf(
    () => PassageIndex.layerSqlite({ directory }),
    () => rmSync(directory, { recursive: true, force: true }),
  );

/** The index in a metadata database on SQLite. */
export const databaseHome = (options?: DatabasePassageIndexOptions): IndexHome => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-search-"));
  return homeOf(
    () => sqliteDatabaseLayer(directory, options),
    () => rmSync(directory, { recursive: true, force: true }),
  );
};

export const sqliteDatabaseLayer = (directory: string, options?: DatabasePassageIndexOptions): IndexLayer =>
  Layer.provide(PassageIndex.layerDatabase(options), Database.layerSqlite({ path: join(directory, "quarry.db") }));
