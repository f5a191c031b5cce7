// Writes and searches a collection until it is killed, while its graph is built. Killed by the crash test.
import plugin from "@quarry/vector-embedded";
import { Effect, Schema } from "effect";
import { clusteredVectors } from "./clustered-vectors.ts";

const [dataDirectory, round] = process.argv.slice(2) as [string, string];
const settings = Schema.decodeUnknownSync(plugin.settings)({ cacheMemoryMb: 4, indexFromRows: 100 });
const DIMENSION = 32;
const BATCH = 200;

const program = Effect.gen(function* () {
  const store = yield* plugin.make(settings, { dataDirectory, log: () => {} });
  yield* store.ensureCollection({ collection: "crash", dimension: DIMENSION });
  const next = clusteredVectors({ dimension: DIMENSION, clusters: 20, seed: Number(round) });
  for (let batch = 0; ; batch += 1) {
    const records = Array.from({ length: BATCH }, (_, i) => {
      return { id: `${round}-${batch}-${i}`, vector: next(), metadata: { round: Number(round) }, text: "" };
    });
    yield* store.upsert("crash", records);
    process.stdout.write(`${round}-${batch}\n`);
    yield* store.search("crash", { vector: next(), topK: 10 });
    yield* Effect.sleep(5);
  }
});

await Effect.runPromise(Effect.scoped(program));
