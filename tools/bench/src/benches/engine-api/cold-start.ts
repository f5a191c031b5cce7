import { randomFrom } from "../../data/random.ts";
import { type Figure, type Goal, measured } from "../../harness/figure.ts";
import { QuarryClient } from "../../load/quarry-client.ts";
import { COLLECTION, type Library, TOP_K } from "./library.ts";

const STARTS = 3;
const FIRST_ANSWER: Goal = { of: "value", atMost: 1_000 };

/** From nothing to the first hybrid answer, which needs both indexes; the files are in the page cache. */
export const measureColdStart = async ({ passages, start }: Library): Promise<readonly Figure[]> => {
  const random = randomFrom(37);
  const [spawn, first, cpu] = [[] as number[], [] as number[], [] as number[]];
  for (let round = 0; round < STARTS; round += 1) {
    const started = performance.now();
    await using quarry = await start();
    spawn.push(performance.now() - started);
    using client = await QuarryClient.open(quarry);
    const query = { query: passages.keywords(round, 3, random), search_mode: "hybrid", top_k: TOP_K };
    cpu.push(
      await quarry.process.cpuWhile(async () => {
        const asked = performance.now();
        const { total } = await client.call<{ readonly total: number }>(
          "POST",
          `/v1/collections/${COLLECTION}/query`,
          query,
        );
        first.push(performance.now() - asked);
        if (total !== TOP_K) throw new Error(`the first answer has ${total} results`);
      }),
    );
  }
  return [
    measured("from ready to the first hybrid answer", "ms", first, FIRST_ANSWER),
    measured("CPU of the first hybrid answer", "ms", cpu),
    measured("from spawning the process to ready", "ms", spawn),
    measured(
      "from spawning the process to the first hybrid answer",
      "ms",
      spawn.map((ms, round) => ms + first[round]!),
    ),
  ];
};
