import type { PluginError, VectorRecord, VectorStoreV1 } from "@quarry/plugin";
import { describedPlugin, vectorStoreConformance } from "@quarry/plugin-testkit";
import vectorRemote from "@quarry/vector-remote";
import { Effect, Exit, Schema, Scope } from "effect";
import { afterAll, expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { ExampleCopy } from "./example-copy.ts";
import { PluginProcess } from "./plugin-process.ts";

const example = await ExampleCopy.make("plugin-python");
const store = await PluginProcess.start(example, "vector_store.py");
afterAll(async () => {
  await store.kill();
  await example.remove();
});

const settings = { address: store.address };
vectorStoreConformance(await describedPlugin(vectorRemote, settings), { settings });

const KILLS = 5;
const WRITERS = 3;
/** Large enough that a kill usually hits while a batch is being written. */
const BATCH = 200;
const DIMENSION = 64;

const batchOf = (number: number): readonly VectorRecord[] =>
  Array.from({ length: BATCH }, (_, index) => ({
    id: `${number}/${index}`,
    vector: new Float32Array(DIMENSION).fill(1 / Math.sqrt(DIMENSION)),
    metadata: { batch: number, index },
    text: "",
  }));

test("acknowledged batches survive kill -9, and each batch is stored completely or not at all", async () => {
  const scope = Scope.makeUnsafe();
  const decoded = Schema.decodeUnknownSync(vectorRemote.settings)(settings);
  const opening = vectorRemote.make(decoded, { dataDirectory: example.root, log: () => {} });
  const client = await Effect.runPromise(Scope.provide(opening, scope));
  const run = <A>(call: (of: VectorStoreV1) => Effect.Effect<A, PluginError>) => Effect.runPromise(call(client));

  const answered = new Set<number>();
  let begun = 0;
  let isKilled = false;
  const write = async (): Promise<void> => {
    while (!isKilled) {
      const number = begun++;
      const exit = await Effect.runPromiseExit(client.upsert("killed", batchOf(number)));
      if (Exit.isSuccess(exit)) answered.add(number);
    }
  };
  /** Returns every batch with at least one stored record, and the number of its records. */
  const present = async (): Promise<ReadonlyMap<number, number>> => {
    const counts = new Map<number, number>();
    let cursor: string | undefined;
    do {
      const page = await run((of) => of.list("killed", { limit: 10_000, cursor }));
      for (const { metadata } of page.records) {
        const batch = metadata["batch"] as number;
        counts.set(batch, (counts.get(batch) ?? 0) + 1);
      }
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return counts;
  };

  await run((of) => of.ensureCollection({ collection: "killed", dimension: DIMENSION }));
  for (let kill = 0; kill < KILLS; kill += 1) {
    isKilled = false;
    const before = answered.size;
    const writers = Array.from({ length: WRITERS }, write);
    await until("some batches to be written", () => (answered.size >= before + WRITERS ? true : undefined));
    await store.kill();
    isKilled = true;
    await Promise.all(writers);
    await store.start();
    const counts = await present();
    expect([...answered].filter((number) => !counts.has(number))).toEqual([]);
    expect([...counts].filter(([, count]) => count !== BATCH)).toEqual([]);
  }
  expect(begun).toBeGreaterThan(answered.size);
  await Effect.runPromise(Scope.close(scope, Exit.void));
});
