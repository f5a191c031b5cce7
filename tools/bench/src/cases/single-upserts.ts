import { join } from "node:path";
import { type ChildServer, clusteredVectors, madeUpWords, Quarry, Random } from "@quarry/services/kit";
import type { Case } from "../harness/bench.ts";
import { taken } from "../harness/measure.ts";
import { startBare } from "../support/bare-server.ts";
import { Caller, sendAll } from "../support/caller.ts";

const DIMENSION = 1_024;
const PATH = "/v1/collections/own/vectors/upsert";

export default {
  summary: "one record a request until it is durable, over many connections, against bare node:http that does the same",
  run: async (bench) => {
    const quarry = bench.use(await Quarry.start());
    const bare = bench.use(await startBare("upsert", join(bench.directory, "appended")));
    await quarry.call("POST", "/v1/collections", { name: "own", dimension: DIMENSION });
    const rows = bench.scaled(1_024, 64);
    const random = new Random(43);
    const next = clusteredVectors(DIMENSION, 47);
    // Vectors are reused with other ids: generating them would take longer than writing them.
    const entries = Array.from({ length: rows }, (_, row) => {
      return { embedding: [...next()], text: madeUpWords().about(row, 80, random), metadata: { row, source: "bench" } };
    });
    for (const connections of [16, 64]) {
      let bodies: readonly object[] = [];
      let round = 0;
      const side = (server: ChildServer & { readonly authorization?: string }) => async () => {
        const callers = Array.from({ length: connections }, () => new Caller(server));
        const requests = bodies.map((body) => callers[0]!.request("POST", PATH, body));
        const { ms, cpuMs } = await taken(() => sendAll(callers, requests), server);
        for (const caller of callers) caller[Symbol.dispose]();
        return { ms: ms / rows, cpu: cpuMs / rows };
      };
      await bench.compare({
        reference: "bare node:http that parses, appends and syncs in groups",
        ...{ rounds: 5, warmUp: 2 },
        prepare: () => {
          round += 1;
          bodies = entries.map((entry, row) => ({ vectors: [{ id: `${connections}-${round}-${row}`, ...entry }] }));
        },
        ...{ subject: side(quarry), other: side(bare) },
        figures: {
          ms: [`over ${connections} connections, time of a row`, "ms"],
          cpu: [`over ${connections} connections, CPU of a row`, "ms"],
        },
      });
    }
  },
} satisfies Case;
