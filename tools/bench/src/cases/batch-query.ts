import { COMMON, madeUpWords, Random, RARE } from "@quarry/services/kit";
import type { Case } from "../harness/bench.ts";
import { each, taken } from "../harness/measure.ts";
import { Caller } from "../support/caller.ts";
import { LIBRARY, MODES, QUERY_PATH, startLibrary } from "../support/library.ts";

const QUERIES = 20;

export default {
  summary: `one batch query of ${QUERIES} against the slowest of the same queries sent one by one; CPU against all of them`,
  run: async (bench) => {
    const quarry = await startLibrary(bench, bench.rows(100_000, 500));
    const caller = bench.use(new Caller(quarry));
    const random = new Random(17);
    for (const search_mode of MODES) {
      let queries: readonly object[] = [];
      await bench.compare({
        reference: "slowest single query (of CPU: all)",
        ...{ rounds: 15, warmUp: 5 },
        // Other words each time, as nothing may be known from before.
        prepare: () => {
          queries = Array.from({ length: QUERIES }, () => {
            const words = [COMMON, [520, 2_000] as const, RARE].map((ranks) => madeUpWords().ofRank(ranks, random));
            return { query: words.join(" "), top_k: 10, search_mode };
          });
        },
        subject: async () => {
          const batch = { queries: queries.map((query) => ({ collection: LIBRARY, ...query })) };
          const request = caller.request("POST", "/v1/batch/query", batch);
          const { ms, cpuMs } = await taken(() => caller.fetch(request), quarry);
          return { ms, cpu: cpuMs };
        },
        other: async () => {
          const requests = queries.map((query) => caller.request("POST", QUERY_PATH, query));
          const { most, cpu } = await each(requests, (request) => caller.fetch(request), quarry);
          return { ms: most, cpu: cpu * QUERIES };
        },
        figures: { ms: [`${search_mode}, time`, "ms", { ratio: 1.3 }], cpu: [`${search_mode}, server CPU`, "ms"] },
      });
    }
  },
} satisfies Case;
