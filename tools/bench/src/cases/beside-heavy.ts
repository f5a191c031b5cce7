import { COMMON, EVERYWHERE, madeUpWords, percentile, Random, RARE } from "@quarry/services/kit";
import type { Case } from "../harness/bench.ts";
import { each, taken } from "../harness/measure.ts";
import { Caller } from "../support/caller.ts";
import { QUERY_PATH, startLibrary } from "../support/library.ts";
import { libraryFilters } from "../support/library-filters.ts";

const HEAVY_CALLERS = 4;
const HEAVY_WORDS = [COMMON, EVERYWHERE, COMMON, EVERYWHERE, COMMON, COMMON, EVERYWHERE, COMMON, RARE, COMMON] as const;
const MOST_RESULTS = 1_000;

const ask = (caller: Caller, body: object) => caller.fetch(caller.request("POST", QUERY_PATH, body));

export default {
  summary: `a light query of a large collection beside ${HEAVY_CALLERS} callers of heavy ones, against the same alone; any number of --rows`,
  run: async (bench) => {
    const rows = bench.rows(100_000, 1_000);
    const quarry = await startLibrary(bench, rows);
    const random = new Random(51);
    const words = (ranks: readonly (readonly [number, number])[]) =>
      ranks.map((range) => madeUpWords().ofRank(range, random)).join(" ");
    const filters = libraryFilters(rows);
    let turn = 0;
    const light = bench.use(new Caller(quarry));
    const heavy = Array.from({ length: HEAVY_CALLERS }, () => bench.use(new Caller(quarry)));
    const lightOnes = () =>
      each(Array.from({ length: bench.scaled(100, 4) }), () =>
        ask(light, { query: words([RARE]), search_mode: "keyword", filters: filters["0.1 %"]!((turn += 1)) }),
      );
    await bench.compare({
      ...{ reference: "alone", rounds: 5 },
      subject: async () => {
        const heavyMs: number[] = [];
        const over = new AbortController();
        const others = heavy.map(async (caller) => {
          while (!over.signal.aborted) {
            const query = words(HEAVY_WORDS);
            const body = {
              query,
              search_mode: "hybrid",
              top_k: MOST_RESULTS,
              filters: filters["5 % by date"]!((turn += 1)),
            };
            heavyMs.push((await taken(() => ask(caller, body))).ms);
          }
        });
        const { p50, p99 } = await lightOnes().finally(() => over.abort());
        await Promise.all(others);
        return { p50, p99, heavy: percentile(heavyMs, 0.5) };
      },
      other: lightOnes,
      figures: {
        p50: ["the light query p50", "ms"],
        p99: ["the light query p99", "ms", { value: 50 }],
        heavy: ["a heavy one p50", "ms"],
      },
    });
    bench.figure("most memory since the service's start", "MB", [(await quarry.usage()).peakMemoryMb]);
  },
} satisfies Case;
