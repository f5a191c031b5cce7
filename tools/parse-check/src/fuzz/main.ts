// npm run fuzz:parsers -- --seed 1 --files 5000 [--out <folder>]
// The same seed gives the same files. A run that was ended goes on where it was when it is called again with its folder.
import { spawn } from "node:child_process";
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { FuzzLine, FuzzOrder } from "./fuzz-line.ts";
import { fuzzReport } from "./fuzz-report.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    files: { type: "string", default: "5000" },
    out: { type: "string" },
    timeout: { type: "string", default: "20" },
    // Small, so that memory that is held on to soon shows, and not what the collector leaves lying because it can.
    memory: { type: "string", default: "192" },
    concurrency: { type: "string", default: "2" },
  },
});
const seed = Number(values.seed);
const files = Number(values.files);
const folder = values.out ?? join(tmpdir(), `quarry-fuzz-${seed}`);
const resultsFile = join(folder, "results.jsonl");
mkdirSync(folder, { recursive: true });

const linesSoFar = (): readonly FuzzLine[] =>
  existsSync(resultsFile)
    ? readFileSync(resultsFile, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as FuzzLine)
    : [];

/** Cases are recorded out of order by a few; those that are missing behind the last gap are simply tried again. */
const firstMissing = (lines: readonly FuzzLine[]): number => {
  const done = new Set(lines.map(({ index }) => index));
  let index = 0;
  while (done.has(index)) index++;
  return index;
};

console.log(`seed ${seed}, ${files} files, results in ${folder}`);
for (let from = firstMissing(linesSoFar()); from < files; from = firstMissing(linesSoFar())) {
  if (await runProcess(from)) continue;
  recordDeath();
}
const latest = new Map(linesSoFar().map((line) => [line.index, line]));
const report = fuzzReport([...latest.values()].filter(({ index }) => index < files));
console.log(report.text);
process.exitCode = report.passed ? 0 : 1;

async function runProcess(from: number): Promise<boolean> {
  const order: FuzzOrder = {
    seed,
    from,
    to: files,
    folder,
    timeoutMs: Number(values.timeout) * 1000,
    memoryMegabytes: Number(values.memory),
    concurrency: Number(values.concurrency),
  };
  const program = fileURLToPath(new URL("./fuzz-process.ts", import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, program, JSON.stringify(order)], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  if (code === 0) return true;
  console.log(`the process ended with ${signal ?? code}`);
  return false;
}

/** The files that lay open when the process died are to blame until someone knows better. */
function recordDeath(): void {
  const current = join(folder, "current");
  const open = existsSync(current) ? readdirSync(current) : [];
  if (open.length === 0) throw new Error("the process ended before it tried a file; what it said stands above");
  for (const name of open) {
    copyFileSync(join(current, name), join(folder, "kept", name));
    const [index, fileType] = name.split(".");
    const line: FuzzLine = {
      index: Number(index),
      fileType: fileType!,
      recipe: "",
      bytes: 0,
      status: "died",
      milliseconds: 0,
      residentBytes: 0,
      problems: ["the process died while it was read"],
    };
    appendFileSync(resultsFile, `${JSON.stringify(line)}\n`);
  }
}
