import embedded from "@quarry/vector-embedded";
import { Effect } from "effect";
import { inMood } from "./mood.js";

const GARBAGE = {
  NaN: ({ hits }) => ({ hits: hits.map((hit) => ({ ...hit, cosine: Number.NaN })) }),
  distances: ({ hits }) => ({ hits: hits.map((hit) => ({ ...hit, cosine: 1 - hit.cosine + 1.5 })) }),
  "too many": ({ hits }) => ({ hits: Array.from({ length: 200 }, (_, n) => ({ ...hits[0], id: `${n}` })) }),
  "worst first": ({ hits }) => ({ hits: hits.toReversed() }),
  "no ids": ({ hits }) => ({ hits: hits.map(({ cosine }) => ({ cosine })) }),
  strangers: (cosines) => new Map([...cosines.keys()].map((_, n) => [`stranger ${n}`, 0.5])),
  doubles: (records) => records.map((record) => ({ ...record, vector: [...record.vector] })),
  "cut vectors": (records) => records.map((record) => ({ ...record, vector: record.vector.subarray(1) })),
  text: (count) => `${count}`,
};

const CALLS = [
  "ensureCollection",
  "upsert",
  "get",
  "list",
  "count",
  "deleteByIds",
  "deleteByFilter",
  "search",
  "cosines",
];

/** The embedded store, in whatever mood. */
export default {
  ...embedded,
  name: "wild-store",
  make: (settings, context) =>
    Effect.gen(function* () {
      const store = yield* embedded.make(settings, context);
      yield* Effect.addFinalizer(() => inMood("close", {}, () => Effect.void));
      const calls = CALLS.map((call) => [call, (...given) => inMood(call, GARBAGE, () => store[call](...given))]);
      return {
        ...Object.fromEntries(calls),
        dropCollection: (name) => store.dropCollection(name),
        get health() {
          return Effect.suspend(() => inMood("health", {}, () => store.health));
        },
      };
    }),
};
