import type { Case } from "../harness/bench.ts";
import { Caller } from "../support/caller.ts";
import { libraryQuestions, QUERY_PATH, startLibrary } from "../support/library.ts";

const TOP_K = 10;
/** A search for more than 200 looks at every vector. */
const ALL = 1_000;
const SHARES = { all: 1, "10 %": 0.1, "1 %": 0.01, "0.1 %": 0.001 };

export default {
  summary: "what semantic search through the API misses of the nearest ten, with filters too, against a look at all",
  run: async (bench) => {
    const rows = bench.rows(100_000, 500);
    const caller = bench.use(new Caller(await startLibrary(bench, rows, 1_024)));
    const questions = libraryQuestions(bench.scaled(200, 6), 43);
    for (const [name, share] of Object.entries(SHARES)) {
      const filters = share === 1 ? undefined : { row: { $lt: Math.ceil(rows * share) } };
      let [found, wanted] = [0, 0];
      for (const query of questions) {
        const idsOf = async (top_k: number) => {
          const body = { query, top_k, search_mode: "semantic", filters };
          const { results } = await caller.call<{ results: { id: string }[] }>("POST", QUERY_PATH, body);
          return results.slice(0, TOP_K).map(({ id }) => id);
        };
        const nearest = new Set(await idsOf(ALL));
        found += (await idsOf(TOP_K)).filter((id) => nearest.has(id)).length;
        wanted += nearest.size;
      }
      bench.figure(`${name}: of the nearest ten, missed`, "%", [100 * (1 - found / wanted)], { value: 2 });
    }
  },
} satisfies Case;
