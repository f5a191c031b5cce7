import { open } from "node:fs/promises";
import { join } from "node:path";
import type { VectorStoreV1 } from "@quarry/plugin";
import { Effect } from "effect";
import { clusteredVectors } from "../data/clustered-vectors.ts";
import { openEmbedded } from "../data/fill-vectors.ts";
import { type Bench, type BenchContext, scaled } from "../harness/bench.ts";
import { compared, type Figure, type Goal, measured } from "../harness/figure.ts";
import { interleave } from "../harness/rounds.ts";
import { ownUsage } from "../processes/usage.ts";

const DIMENSIONS = [384, 1_024] as const;
const ROWS = 4_000;
/** As many calls as are under way at any time, and so the most that can share a commit. */
const CALLERS = 64;
const ROUNDS = 7;
const WARM_UP_ROUNDS = 2;
/** 5,000 rows a second. */
const GOAL: Goal = { of: "value", atMost: 0.2 };

/** What a store makes of callers that bring one record at a time: each waits for the disk, but they can wait together. */
export const vectorUpsertSingle: Bench = {
  name: "vector-upsert-single",
  summary: `${CALLERS} callers that upsert one vector after the other, durably, against appending the same bytes to a file`,
  run: async (context) => {
    await using opened = await openEmbedded(context.directory);
    const figures: Figure[] = [];
    for (const dimension of DIMENSIONS) figures.push(...(await measure(context, opened.store, dimension)));
    return figures;
  },
};

const measure = async (context: BenchContext, store: VectorStoreV1, dimension: number): Promise<readonly Figure[]> => {
  const collection = `single_${dimension}`;
  await Effect.runPromise(store.ensureCollection({ collection, dimension }));
  const vectors = Array.from({ length: CALLERS }, clusteredVectors(dimension, 11));
  const rows = scaled(context, ROWS, CALLERS);
  await using file = await open(join(context.directory, `${collection}.appended`), "a");
  const cpu: number[] = [];
  let written = 0;
  const rounds = await interleave({
    rounds: ROUNDS,
    warmUpRounds: WARM_UP_ROUNDS,
    subject: async () => {
      const { cpuMs } = ownUsage();
      const started = performance.now();
      const end = written + rows;
      const call = async (vector: Float32Array) => {
        while (written < end) {
          written += 1;
          const record = { id: `row-${written}`, vector, metadata: { number: written }, text: "" };
          await Effect.runPromise(store.upsert(collection, [record]));
        }
      };
      await Promise.all(vectors.map(call));
      cpu.push((ownUsage().cpuMs - cpuMs) / rows);
      return (performance.now() - started) / rows;
    },
    reference: async () => {
      const group = Buffer.concat(vectors.map(({ buffer }) => new Uint8Array(buffer as ArrayBuffer)));
      const started = performance.now();
      for (let appended = 0; appended < rows; appended += CALLERS) {
        await file.write(group);
        await file.datasync();
      }
      return (performance.now() - started) / rows;
    },
  });
  const name = `${dimension} numbers`;
  const referenceName = `groups of ${CALLERS}, appended and forced to the disk`;
  return [
    compared({ name: `${name}, time of a row`, unit: "ms", referenceName, goal: GOAL }, rounds),
    measured(`${name}, CPU of a row`, "ms", cpu.slice(WARM_UP_ROUNDS)),
  ];
};
