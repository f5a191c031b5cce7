import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ParseFailure, ParsePool } from "@quarry/ingest";
import { median } from "@quarry/services/kit";
import { Effect, Exit, Scope } from "effect";
import { messageProblems } from "../hostile/judge.ts";
import { type ParserChoice, parserOf } from "../parsing.ts";
import { treeResidentBytes } from "../tree-memory.ts";
import { type FuzzCase, fuzzBases, fuzzCase } from "./fuzz-case.ts";

/** Line of `results.jsonl`. */
interface FuzzLine {
  readonly index: number;
  readonly fileType: string;
  readonly recipe: string;
  readonly bytes: number;
  /** `ready`, `skipped`, `died`, or the reason of the failure. */
  readonly ended: string;
  readonly milliseconds: number;
  /** Resident memory of the process and its children after the file. */
  readonly residentBytes: number;
  readonly problems: readonly string[];
}

type FuzzEnd = Pick<FuzzLine, "ended" | "problems">;

/**
 * Slack in milliseconds: ending a worker takes milliseconds, and the rest allows for a loaded machine and the start of
 * the next worker.
 */
const HANG_SLACK_MS = 30_000;
/** Share of files at the beginning that warm up caches and workers. */
const WARM_UP_SHARE = 0.2;
const WINDOW_SHARE = 0.1;
/** Maximum growth of memory from the end of the warm-up to the end of the run: violated if both limits are exceeded. */
const GROWTH = { factor: 1.25, bytes: 100 * 1_048_576 };

/**
 * Runs `npm run fuzz:parsers -- --seed 1 --files 5000 [--out <folder>]`. The same seed yields the same files. A run
 * called again with its folder resumes where it ended; files in progress when its process died are reported and
 * skipped.
 */
export const runFuzz = async (words: readonly string[]): Promise<boolean> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      seed: { type: "string", default: "1" },
      files: { type: "string", default: "5000" },
      out: { type: "string" },
      timeout: { type: "string", default: "20" },
      // Small, so that leaks show soon, and uncollected garbage does not count.
      memory: { type: "string", default: "192" },
      concurrency: { type: "string", default: "2" },
    },
  });
  const [seed, files, concurrency] = [values.seed, values.files, values.concurrency].map(Number) as [
    number,
    number,
    number,
  ];
  const timeoutMs = Number(values.timeout) * 1_000;
  const results = new Results(values.out ?? join(tmpdir(), `quarry-fuzz-${seed}`));
  console.log(`seed ${seed}, ${files} files, results in ${results.folder}`);
  const bases = await fuzzBases();
  const missing = results.missing(files)[Symbol.iterator]();
  const scope = Scope.makeUnsafe();
  const layer = ParsePool.layer({ threads: concurrency, timeoutMs, memoryMegabytes: Number(values.memory) });
  const pool = await Effect.runPromise(
    Effect.gen(function* () {
      return yield* ParsePool;
    }).pipe(Effect.provide(layer), Scope.provide(scope)),
  );
  const work = async () => {
    for (const index of missing) {
      const fuzz = fuzzCase(bases, seed, index);
      const parser = fuzz.bytes.length === 0 ? undefined : await parserOf(fuzz.fileType);
      if (parser === undefined) results.add(fuzz, { ended: "skipped", problems: [] }, 0);
      else {
        const start = performance.now();
        const path = results.open(fuzz);
        const hang = { ended: "hang", problems: ["hang: it did not end within its limit"] };
        const end = await Promise.race([
          parse(pool, parser, fuzz, path),
          sleep(timeoutMs + HANG_SLACK_MS, hang, { ref: false }),
        ]);
        results.add(fuzz, end, performance.now() - start);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  await Effect.runPromise(Scope.close(scope, Exit.void));
  return report(results.lines.filter(({ index }) => index < files));
};

/** Parses a file in the pool as the service would. */
const parse = async (
  pool: ParsePool["Service"],
  { name, moduleUrl, plugin }: ParserChoice,
  { bytes, fileType }: FuzzCase,
  path: string,
): Promise<FuzzEnd> => {
  const task = {
    source: { path, size: bytes.length, filename: `fuzz.${fileType}`, fileType },
    parser: { plugin: name, moduleUrl, settings: {}, isolation: plugin.capabilities.isolation ?? "thread" },
    chunkSize: 512,
    chunkOverlap: 50,
    maxChunkTokens: 10_000,
  };
  try {
    for await (const event of pool.parse(task, new AbortController().signal)) {
      if (event.type === "end") return { ended: "ready", problems: [] };
    }
    return { ended: "no end", problems: ["the pool gave no end"] };
  } catch (error) {
    if (!(error instanceof ParseFailure)) return { ended: "broken", problems: [`the pool threw ${String(error)}`] };
    const { reason, message, detail } = error;
    const crash = reason === "crash" ? [`the parser crashed: ${detail ?? message}`] : [];
    return { ended: `failed: ${reason}`, problems: [...messageProblems(message), ...crash] };
  }
};

/** Results in the folder of a run. */
class Results {
  readonly folder: string;
  readonly lines: FuzzLine[];
  readonly #file: string;

  constructor(folder: string) {
    this.folder = folder;
    this.#file = join(folder, "results.jsonl");
    for (const part of ["kept", "current"]) mkdirSync(join(folder, part), { recursive: true });
    const written = existsSync(this.#file) ? readFileSync(this.#file, "utf8").split("\n") : [];
    this.lines = written.filter((line) => line !== "").map((line) => JSON.parse(line) as FuzzLine);
    for (const name of readdirSync(join(folder, "current"))) {
      const [index, fileType] = name.split(".") as [string, string];
      const fuzz = { index: Number(index), fileType, recipe: "", bytes: readFileSync(this.#path("current", name)) };
      this.add(fuzz, { ended: "died", problems: ["the process died while it was read"] }, 0);
    }
  }

  missing(files: number): readonly number[] {
    const done = new Set(this.lines.map(({ index }) => index));
    return Array.from({ length: files }, (_, index) => index).filter((index) => !done.has(index));
  }

  /** Records a file as in progress. If this process dies, a later run finds it. */
  open({ index, fileType, bytes }: FuzzCase): string {
    const path = this.#path("current", `${index}.${fileType}`);
    writeFileSync(path, bytes);
    return path;
  }

  add({ index, fileType, recipe, bytes }: FuzzCase, end: FuzzEnd, milliseconds: number): void {
    const name = `${index}.${fileType}`;
    if (end.problems.length > 0) copyFileSync(this.#path("current", name), this.#path("kept", name));
    rmSync(this.#path("current", name), { force: true });
    const residentBytes = treeResidentBytes(process.pid);
    const of = { index, fileType, recipe, bytes: bytes.length, milliseconds: Math.round(milliseconds), residentBytes };
    this.lines.push({ ...of, ...end });
    appendFileSync(this.#file, `${JSON.stringify({ ...of, ...end })}\n`);
  }

  #path(part: "current" | "kept", name: string): string {
    return join(this.folder, part, name);
  }
}

/** Prints the summary of a run. Returns true if nothing crashed, hung, leaked or revealed internals. */
const report = (lines: readonly FuzzLine[]): boolean => {
  const tried = lines.filter(({ ended }) => ended !== "skipped").toSorted((a, b) => a.index - b.index);
  const count = (key: (line: FuzzLine) => string): string =>
    Object.entries(Object.groupBy(tried, key))
      .map(([name, group]) => [name, group!.length] as const)
      .toSorted((a, b) => b[1] - a[1])
      .map((parts) => parts.join(" "))
      .join(", ");
  const resident = tried.map(({ residentBytes }) => residentBytes);
  const window = Math.max(1, Math.floor(resident.length * WINDOW_SHARE));
  const warm = Math.floor(resident.length * WARM_UP_SHARE);
  const early = median(resident.slice(warm, warm + window));
  const late = median(resident.slice(-window));
  const grows = late > early * GROWTH.factor && late > early + GROWTH.bytes;
  const withProblems = tried.filter(({ problems }) => problems.length > 0);
  console.log(`${tried.length} files tried; ${count(({ ended }) => ended)}`);
  console.log(`by type: ${count(({ fileType }) => fileType)}`);
  console.log(`longest ${Math.max(0, ...tried.map(({ milliseconds }) => milliseconds)) / 1_000} s`);
  console.log(
    `resident memory: after the warm-up ${megabytes(early)}, at the end ${megabytes(late)}, most ${megabytes(Math.max(0, ...resident))}`,
  );
  for (const { index, fileType, recipe, problems } of withProblems) {
    console.log(`PROBLEM ${index}.${fileType}: ${problems.join("; ")}  [${recipe}]`);
  }
  if (grows) console.log("PROBLEM the memory grows from file to file");
  return withProblems.length === 0 && !grows;
};

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;
