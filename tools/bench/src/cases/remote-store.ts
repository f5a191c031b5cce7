import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Filter, parseFilter } from "@quarry/plugin/domain";
import type { VectorStoreV1 } from "@quarry/plugin";
import { ChildServer, clusteredVectors } from "@quarry/services/kit";
import vectorRemote from "@quarry/vector-remote";
import { Effect } from "effect";
import type { Case } from "../harness/bench.ts";
import { each, THIS_PROCESS } from "../harness/measure.ts";
import { fillVectors, openEmbedded, TOP_K } from "../support/embedded.ts";
import { openPlugin } from "../support/plugins.ts";

const PROGRAM = fileURLToPath(new URL("./main.ts", import.meta.resolve("@quarry/remote/serve")));
const DIMENSION = 768;

export default {
  summary:
    "a search of the embedded store served by another process against the same in this process, with the CPU of both",
  run: async (bench) => {
    const folder = (name: string) => join(bench.directory, name);
    const command = [PROGRAM, "@quarry/vector-embedded", "--data", folder("served"), "--listen", "127.0.0.1:0"];
    const served = bench.use(await new ChildServer({ command }).listening());
    const { made: here } = bench.use(await openEmbedded(folder("here")));
    const { made: there } = bench.use(await openPlugin(vectorRemote, { address: served.address }, folder("there")));
    const rows = bench.rows(10_000, 100);
    for (const store of [here, there]) await fillVectors(store, "bench", rows, clusteredVectors(DIMENSION, 5));
    const queries = Array.from({ length: bench.scaled(100, 5) }, clusteredVectors(DIMENSION, 6));
    bench.note(`${rows} × ${DIMENSION}, rounds of ${queries.length} queries, one at a time`);
    const usageOfBoth = async () => {
      const [own, theirs] = await Promise.all([THIS_PROCESS.usage(), served.usage()]);
      return { ...own, cpuMs: own.cpuMs + theirs.cpuMs };
    };
    for (const [name, filter] of [
      ["all", undefined],
      ["a tenth by filter", parseFilter({ tens: 3 })],
    ] as const) {
      const [subject, other] = [searchOf(there, filter), searchOf(here, filter)];
      // An access filter changes no digit of the scores.
      for (const query of queries.slice(0, 5)) {
        if (JSON.stringify(await subject(query)) !== JSON.stringify(await other(query)))
          throw new Error("the two stores found different records");
      }
      await bench.compare({
        reference: "in this process",
        ...{ rounds: 9, warmUp: 2 },
        subject: () => each(queries, subject, { usage: usageOfBoth }),
        other: () => each(queries, other),
        figures: {
          p50: [`${name} p50`, "ms"],
          p99: [`${name} p99`, "ms"],
          cpu: [`${name}, CPU of both processes per query`, "ms"],
        },
      });
    }
  },
} satisfies Case;

const searchOf = (store: VectorStoreV1, filter: Filter | undefined) => async (vector: Float32Array) =>
  (await Effect.runPromise(store.search("bench", { vector, topK: TOP_K, filter }))).hits;
