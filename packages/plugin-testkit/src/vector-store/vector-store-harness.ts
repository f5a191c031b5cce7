import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Effect, Exit, Schema, Scope } from "effect";
import { afterAll, beforeAll } from "vitest";
import type { PluginError } from "@quarry/plugin";
import type { VectorStorePlugin } from "@quarry/plugin";
import type { VectorRecord, VectorStoreV1 } from "@quarry/plugin";

/** One opened store with helpers that every test uses. */
export class VectorStoreHarness<Settings = unknown> {
  readonly plugin: VectorStorePlugin<Settings>;
  readonly #settings: unknown;
  #directory: string | undefined;
  #scope: Scope.Closeable | undefined;
  #store: VectorStoreV1 | undefined;
  #made = 0;

  constructor(plugin: VectorStorePlugin<Settings>, settings: unknown) {
    this.plugin = plugin;
    this.#settings = settings;
  }

  /** Opens the store before the tests of the enclosing suite and closes it after them. */
  useStore(): void {
    beforeAll(() => this.open());
    afterAll(() => this.dispose());
  }

  async open(): Promise<void> {
    this.#directory ??= await mkdtemp(join(tmpdir(), "quarry-conformance-"));
    const settings = await Effect.runPromise(Schema.decodeUnknownEffect(this.plugin.settings)(this.#settings));
    const scope = await Effect.runPromise(Scope.make());
    this.#scope = scope;
    const context = { dataDirectory: this.#directory, log: () => {} };
    this.#store = await Effect.runPromise(this.plugin.make(settings, context).pipe(Scope.provide(scope)));
  }

  async close(): Promise<void> {
    const scope = this.#scope;
    this.#scope = undefined;
    this.#store = undefined;
    if (scope !== undefined) await Effect.runPromise(Scope.close(scope, Exit.void));
  }

  async dispose(): Promise<void> {
    await this.close();
    if (this.#directory !== undefined) await rm(this.#directory, { recursive: true, force: true });
    this.#directory = undefined;
  }

  get store(): VectorStoreV1 {
    if (this.#store === undefined) throw new Error("the store is not open");
    return this.#store;
  }

  run<Value>(call: (store: VectorStoreV1) => Effect.Effect<Value, PluginError>): Promise<Value> {
    return Effect.runPromise(call(this.store));
  }

  /** Returns the error of a call that must fail. */
  failure(call: (store: VectorStoreV1) => Effect.Effect<unknown, PluginError>): Promise<PluginError> {
    return Effect.runPromise(Effect.flip(call(this.store)));
  }

  /** Returns a name that no other test uses, even on a server that outlives the run. */
  newName(): string {
    this.#made += 1;
    return `conformance_${Date.now().toString(36)}_${process.pid.toString(36)}_${this.#made}`;
  }

  /** Creates a collection with the records and returns its name. */
  async collectionOf(records: readonly VectorRecord[], dimension = records[0]?.vector.length ?? 3): Promise<string> {
    const collection = this.newName();
    await this.run((store) => store.ensureCollection({ collection, dimension }));
    if (records.length > 0) await this.run((store) => store.upsert(collection, records));
    return collection;
  }

  async ids(collection: string): Promise<readonly string[]> {
    const page = await this.run((store) => store.list(collection, { limit: 10_000 }));
    return page.records.map((record) => record.id).sort();
  }
}
