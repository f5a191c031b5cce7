import { setTimeout as pause } from "node:timers/promises";
import { percentile, Quarry } from "@quarry/services/kit";
import type { Case } from "../harness/bench.ts";
import { Caller } from "../support/caller.ts";
import { fill } from "../support/library.ts";
import { libraryRows } from "../support/library-rows.ts";

const PATH = "/v1/collections/own/vectors/upsert";
const PAUSE_MS = 30;

export default {
  summary:
    "a write of one vector beside a bulk load of another collection, against the same alone; any number of --rows",
  run: async (bench) => {
    const rows = bench.rows(30_000, 2_000);
    const batches = await libraryRows(bench, rows);
    const quarry = bench.use(await Quarry.start());
    await quarry.call("POST", "/v1/collections", { name: "own", dimension: 4 });
    const caller = bench.use(new Caller(quarry));
    let [loads, writes] = [0, 0];
    /** Writes one vector after the other until `end`. */
    const writeUntil = async (end: Promise<unknown>) => {
      const times: number[] = [];
      const over = new AbortController();
      void end.finally(() => over.abort());
      do {
        const vectors = [{ id: `own-${(writes += 1)}`, embedding: [1, 2, 3, 4], text: "granite water" }];
        const started = performance.now();
        await caller.fetch(caller.request("POST", PATH, { vectors }));
        times.push(performance.now() - started);
        await pause(PAUSE_MS);
      } while (!over.signal.aborted);
      return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
    };
    await bench.compare({
      ...{ reference: "alone", rounds: 3 },
      subject: async () => {
        const started = performance.now();
        const load = fill(quarry, `load${(loads += 1)}`, batches, rows);
        const figures = await writeUntil(load);
        await load;
        return { ...figures, rate: (1_000 * rows) / (performance.now() - started) };
      },
      other: () => writeUntil(pause(1_000)),
      figures: {
        p50: ["a write of one vector p50", "ms"],
        p99: ["a write of one vector p99", "ms"],
        rate: ["rows of the load a second", "rows/s"],
      },
    });
  },
} satisfies Case;
