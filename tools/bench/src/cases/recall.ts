import type { Case } from "../harness/bench.ts";
import { Caller } from "../support/caller.ts";
import { askedIn, QUERY_PATH, startLibrary } from "../support/library.ts";
import { libraryFilters } from "../support/library-filters.ts";
import { libraryQuestions } from "../support/library-rows.ts";

const TOP_K = 10;
/** A search for more than 200 results scans every vector. */
const ALL = 1_000;

export default {
  summary: "what semantic search through the API misses of the nearest ten, with filters too, against a look at all",
  run: async (bench) => {
    const rows = bench.rows(100_000, 1_000);
    const caller = bench.use(new Caller(await startLibrary(bench, rows)));
    const questions = libraryQuestions(bench.scaled(60, 6), 43);
    for (const [name, of] of [["no filter"], ...Object.entries(libraryFilters(rows))] as const) {
      let [found, wanted] = [0, 0];
      for (const [turn, question] of questions.entries()) {
        const idsOf = async (top_k: number) => {
          const body = { ...askedIn("semantic", question), top_k, filters: of?.(turn) };
          const { results } = await caller.call<{ results: { id: string }[] }>("POST", QUERY_PATH, body);
          return results.slice(0, TOP_K).map(({ id }) => id);
        };
        const nearest = new Set(await idsOf(ALL));
        found += (await idsOf(TOP_K)).filter((id) => nearest.has(id)).length;
        wanted += nearest.size;
      }
      const goal = { value: name === "no filter" ? 2 : 1 };
      bench.figure(`${name}: of the nearest ten, missed`, "%", [100 * (1 - found / wanted)], goal);
    }
  },
} satisfies Case;
