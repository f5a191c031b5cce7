import { PassageIndex, type PassageIndexError, type PassageIndexService, sqlitePassageIndexLayer } from "@quarry/index";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TermIndexV1 } from "@quarry/plugin";
import { Database, sqliteDatabaseLayer, type StoreError, type Tables } from "@quarry/store";
import { Effect, Layer, ManagedRuntime } from "effect";
import type { Kysely } from "kysely";
import { databasePassageIndexLayer } from "../../src/index.ts";
import { PlainTermIndex } from "./plain-term-index.ts";

export const run = Effect.runPromise;

/** Returns the failure of an effect; fails the test if it succeeds. */
export const failure = async (effect: Effect.Effect<unknown, PassageIndexError>): Promise<PassageIndexError> =>
  run(Effect.flip(effect));

export interface OpenIndex {
  readonly index: PassageIndexService;
  /** Closes the index. Its content remains. */
  close(): Promise<void>;
}

/**
 * A location for passages that can be opened several times, also concurrently. `using` closes what is open and removes
 * it.
 */
export interface IndexHome extends AsyncDisposable {
  /** Unique name of a collection. */
  readonly collection: string;
  open(): Promise<OpenIndex>;
}

export type IndexLayer = Layer.Layer<PassageIndex, PassageIndexError | StoreError>;

export const openLayer = async (layer: IndexLayer): Promise<OpenIndex> => {
  const runtime = ManagedRuntime.make(layer);
  const index = await runtime.runPromise(Effect.service(PassageIndex));
  return { index, close: () => runtime.dispose() };
};

/** Creates a home whose indexes are made by `layer`. */
export const homeOf = (
  layer: () => IndexLayer | Promise<IndexLayer>,
  remove: () => void | Promise<void>,
): IndexHome => {
  const opened: OpenIndex[] = [];
  return {
    collection: `c-${randomUUID()}`,
    open: async () => {
      const open = await openLayer(await layer());
      opened.push(open);
      return open;
    },
    [Symbol.asyncDispose]: async () => {
      for (const open of opened) await open.close();
      await remove();
    },
  };
};

/** Creates a home with SQLite files, one per collection. */
export const fileHome = (directory = makeDirectory()): IndexHome =>
  homeOf(
    () => sqlitePassageIndexLayer({ directory }),
    () => removeDirectory(directory),
  );

/** Creates a home with the index in a metadata database on SQLite, and the terms in a store. */
export const databaseHome = (terms: TermIndexV1 = new PlainTermIndex()): IndexHome => {
  const database = new SharedDatabase(terms);
  return homeOf(
    () => database.layer(),
    () => database.remove(),
  );
};

/** Wraps a term index as the configured term store of an index. */
export const wordsIn = (terms: TermIndexV1) => ({ name: "words", terms, maxTopK: 10_000 });

/**
 * A SQLite database shared by everything in this thread. A second one in the same thread would wait for the first one's
 * transactions and block them.
 */
export class SharedDatabase {
  readonly #directory = makeDirectory();
  readonly #terms: TermIndexV1;
  readonly #runtime = ManagedRuntime.make(sqliteDatabaseLayer({ path: join(this.#directory, "quarry.db") }));

  constructor(terms: TermIndexV1 = new PlainTermIndex()) {
    this.#terms = terms;
  }

  /** Creates the index in this database. */
  async layer(
    keywordStore = wordsIn(this.#terms),
    otherStores: readonly ReturnType<typeof wordsIn>[] = [],
  ): Promise<IndexLayer> {
    const service = await this.#runtime.runPromise(Effect.service(Database));
    return Layer.provide(databasePassageIndexLayer({ keywordStore, otherStores }), Layer.succeed(Database, service));
  }

  /** Runs a query on the tables of the index, for reads and changes that only a test makes. */
  run<A>(query: (kysely: Kysely<Tables>) => Promise<A>): Promise<A> {
    return this.#runtime.runPromise(Effect.flatMap(Effect.service(Database), (database) => database.run(query)));
  }

  async remove(): Promise<void> {
    await this.#runtime.dispose();
    removeDirectory(this.#directory);
  }
}

const makeDirectory = (): string => mkdtempSync(join(tmpdir(), "quarry-search-"));

const removeDirectory = (directory: string): void => rmSync(directory, { recursive: true, force: true });
