import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { clusteredVectors, madeUpWords, median, percentile, Quarry, Random } from "@quarry/services/kit";
import type { Case } from "../harness/bench.ts";
import { Caller } from "../support/caller.ts";
import { MODES } from "../support/library.ts";

const PROBE = new URL("../support/scheduler-probe.ts", import.meta.url).href;
/** Long enough for the probe to write its records. */
const NOTED_MS = 300;
const DIMENSION = 1_024;
const ROWS_PER_UPSERT = 500;
const CHARACTERS = 40_000;
const MOST_MS = 10;

export default {
  summary:
    "queries while vectors are written in bulk, files are uploaded and fits run, against the same queries at rest",
  run: async (bench) => {
    const file = join(bench.directory, "turns.txt");
    const quarry = bench.use(
      await Quarry.start({ environment: { BENCH_TURNS_FILE: file }, nodeOptions: ["--import", PROBE] }),
    );
    await quarry.call("POST", "/v1/collections", { name: "vectors", dimension: DIMENSION });
    await quarry.call("POST", "/v1/collections", { name: "files" });
    const [upserts, documents] = [bench.scaled(40, 2), bench.scaled(150, 2)];
    bench.note(
      `a round: ${upserts} upserts of ${ROWS_PER_UPSERT} records, ${documents} files of ${CHARACTERS} characters`,
    );
    const random = new Random(43);
    const next = clusteredVectors(DIMENSION, 47);
    // Created once and reused with other ids.
    const entries = Array.from({ length: ROWS_PER_UPSERT }, (_, row) =>
      JSON.stringify({ embedding: [...next()], text: madeUpWords().about(row, 80, random), metadata: { row } }).slice(
        1,
      ),
    );
    const questions = bench.scaled(120, 12);
    let seed = 0;
    const upsert = async (): Promise<void> => {
      using caller = new Caller(quarry);
      for (let batch = 0; batch < upserts; batch += 1) {
        const body = entries.map((entry) => `{"id":"${(seed += 1)}",${entry}`).join(",");
        await caller.fetch(caller.request("POST", "/v1/collections/vectors/vectors/upsert", `{"vectors":[${body}]}`));
      }
    };
    const upload = async (): Promise<void> => {
      using caller = new Caller(quarry);
      const texts = Array.from({ length: documents }, () => madeUpWords().document(CHARACTERS, (seed += 1)));
      await caller.ingest("files", texts);
    };
    /** Repeats queries while `goesOn` returns true, and at least for a full set. Returns the milliseconds of each. */
    const ask = async (goesOn: () => boolean): Promise<readonly number[]> => {
      using caller = new Caller(quarry);
      const times: number[] = [];
      for (let query = 0; query < questions || goesOn(); query += 1) {
        const body = { query: madeUpWords().keywords(query, 3, random), search_mode: MODES[query % 3]!, top_k: 10 };
        const started = performance.now();
        await caller.call("POST", `/v1/collections/${query % 2 === 0 ? "vectors" : "files"}/query`, body);
        times.push(performance.now() - started);
      }
      return times;
    };
    await bench.compare({
      reference: "at rest",
      rounds: 3,
      subject: async () => {
        const started = Date.now();
        let isWritten = false;
        const asking = ask(() => !isWritten);
        await Promise.all([upsert(), upload()]).finally(() => (isWritten = true));
        const times = await asking;
        await pause(NOTED_MS);
        return { p50: median(times), p99: percentile(times, 0.99), turn: Math.max(0, ...turnsSince(file, started)) };
      },
      other: async () => {
        const times = await ask(() => false);
        return { p50: median(times), p99: percentile(times, 0.99) };
      },
      figures: {
        turn: ["longest turn of the main thread, CPU", "ms", { value: MOST_MS }],
        p50: ["a query while others write, p50", "ms"],
        p99: ["a query while others write, p99", "ms"],
      },
    });
  },
} satisfies Case;

const turnsSince = (file: string, started: number): readonly number[] => {
  if (!existsSync(file)) return [];
  const notes = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return notes.flatMap((note) => {
    const [time, milliseconds] = note.split(" ").map(Number) as [number, number];
    return time >= started ? [milliseconds] : [];
  });
};
