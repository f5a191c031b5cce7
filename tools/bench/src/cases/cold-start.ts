import type { Case } from "../harness/bench.ts";
import { taken } from "../harness/measure.ts";
import { askedIn, QUERY_PATH, startLibrary } from "../support/library.ts";
import { libraryQuestions } from "../support/library-rows.ts";

export default {
  summary:
    "a large collection from the start of the process to the first hybrid answer; its files are in the page cache",
  run: async (bench) => {
    const rows = bench.rows(100_000, 500);
    const [spawned, first, cpu] = [[] as number[], [] as number[], [] as number[]];
    for (const question of libraryQuestions(bench.isSmoke ? 2 : 4, 37)) {
      const started = performance.now();
      const quarry = await startLibrary(bench, rows);
      spawned.push(performance.now() - started);
      const answered = await taken(async () => {
        const { total } = await quarry.call<{ total: number }>("POST", QUERY_PATH, askedIn("hybrid", question));
        if (total !== 10) throw new Error(`the first answer has ${total} results`);
      }, quarry);
      first.push(answered.ms);
      cpu.push(answered.cpuMs);
      await quarry.stop();
    }
    // The first start may have filled the collection.
    bench.figure("from ready to the first hybrid answer", "ms", first.slice(1), { value: 1_000 });
    bench.figure("CPU of the first hybrid answer", "ms", cpu.slice(1));
    const whole = spawned.map((milliseconds, start) => milliseconds + first[start]!);
    bench.figure("from the start of the process to that answer", "ms", whole.slice(1), { value: 3_000 });
  },
} satisfies Case;
