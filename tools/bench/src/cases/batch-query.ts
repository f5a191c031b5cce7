import type { Case } from "../harness/bench.ts";
import { each, taken } from "../harness/measure.ts";
import { Caller } from "../support/caller.ts";
import { askedIn, LIBRARY, MODES, QUERY_PATH, startLibrary } from "../support/library.ts";
import { libraryQuestions } from "../support/library-rows.ts";

const QUERIES = 20;

export default {
  summary: `one batch query of ${QUERIES} against the slowest of as many sent one by one, CPU against all of them; and a light query of another key beside batches`,
  run: async (bench) => {
    const quarry = await startLibrary(bench, bench.rows(100_000, 500));
    const caller = bench.use(new Caller(quarry));
    let turn = 100;
    // Different questions each time, on both sides: repeated ones would be answered from caches.
    const questions = (mode: (typeof MODES)[number]) =>
      libraryQuestions(QUERIES, (turn += 1)).map((question) => askedIn(mode, question));
    const ask = (queries: readonly object[]) =>
      caller.fetch(
        caller.request("POST", "/v1/batch/query", {
          queries: queries.map((query) => ({ collection: LIBRARY, ...query })),
        }),
      );
    for (const search_mode of MODES) {
      await bench.compare({
        reference: "slowest single query (of CPU: all)",
        ...{ rounds: 15, warmUp: 5 },
        subject: async () => {
          const queries = questions(search_mode);
          const { ms, cpuMs } = await taken(() => ask(queries), quarry);
          return { ms, cpu: cpuMs };
        },
        other: async () => {
          const requests = questions(search_mode).map((query) => caller.request("POST", QUERY_PATH, query));
          const { most, cpu } = await each(requests, (request) => caller.fetch(request), quarry);
          return { ms: most, cpu: cpu * QUERIES };
        },
        figures: { ms: [`${search_mode}, time`, "ms", { ratio: 3 }], cpu: [`${search_mode}, server CPU`, "ms"] },
      });
    }
    const { key } = await quarry.call<{ readonly key: string }>("POST", "/v1/admin/keys", {
      ...{ name: `light-${Date.now()}`, scope: "read" },
    });
    const light = bench.use(new Caller({ port: quarry.port, authorization: `Bearer ${key}` }));
    const lightOnes = () => {
      const words = libraryQuestions(bench.scaled(100, 4), (turn += 1));
      return each(words, ({ query }) => {
        const body = { query: query.split(" ")[0], search_mode: "keyword", top_k: 3 };
        return light.fetch(light.request("POST", QUERY_PATH, body));
      });
    };
    await bench.compare({
      ...{ reference: "alone", rounds: 5 },
      subject: async () => {
        const over = new AbortController();
        const batches = (async () => {
          while (!over.signal.aborted) await ask(questions("hybrid"));
        })();
        const { p50, p99 } = await lightOnes().finally(() => over.abort());
        await batches;
        return { p50, p99 };
      },
      other: lightOnes,
      figures: {
        p50: ["a light query beside batches, p50", "ms"],
        p99: ["a light query beside batches, p99", "ms", { value: 50 }],
      },
    });
  },
} satisfies Case;
