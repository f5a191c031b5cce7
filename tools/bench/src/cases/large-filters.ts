import type { Case } from "../harness/bench.ts";
import { each } from "../harness/measure.ts";
import { Caller } from "../support/caller.ts";
import { askedIn, MODES, QUERY_PATH, startLibrary } from "../support/library.ts";
import { libraryFilters } from "../support/library-filters.ts";
import { type LibraryQuestion, libraryQuestions } from "../support/library-rows.ts";

export default {
  summary:
    "queries of a large collection with filters, through the API, against the same without; any number of --rows",
  run: async (bench) => {
    const rows = bench.rows(100_000, 1_000);
    const quarry = await startLibrary(bench, rows);
    const caller = bench.use(new Caller(quarry));
    const questions = libraryQuestions(bench.scaled(100, 4), 47);
    let turn = 0;
    for (const search_mode of MODES) {
      for (const [name, of] of Object.entries(libraryFilters(rows))) {
        const ask = (question: LibraryQuestion, filters?: object) =>
          caller.fetch(caller.request("POST", QUERY_PATH, { ...askedIn(search_mode, question), filters }));
        await bench.compare({
          ...{ reference: "without", rounds: 3 },
          subject: () => each(questions, (question) => ask(question, of((turn += 1))), quarry),
          other: () => each(questions, (question) => ask(question), quarry),
          figures: {
            p50: [`${search_mode}, ${name} p50`, "ms", { ratio: search_mode === "keyword" ? 1.2 : 2 }],
            p99: [`${search_mode}, ${name} p99`, "ms", { ratio: 1.5 }],
            cpu: [`${search_mode}, ${name} server CPU`, "ms"],
          },
        });
      }
    }
  },
} satisfies Case;
