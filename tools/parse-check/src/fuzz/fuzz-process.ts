// One run of the fuzzer, in a process of its own: if it dies, main.ts knows at which file and goes on behind it.
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { leakIn } from "../hostile/leak-in.ts";
import { openPool } from "../parsing/open-pool.ts";
import { parseInPool, type PoolResult } from "../parsing/parse-in-pool.ts";
import { parsersByType } from "../parsing/parsers.ts";
import { treeResidentBytes } from "../service/tree-memory.ts";
import { type FuzzCase, fuzzBases, fuzzCase } from "./fuzz-case.ts";
import type { FuzzLine, FuzzOrder } from "./fuzz-line.ts";

const { seed, from, to, folder, timeoutMs, memoryMegabytes, concurrency } = JSON.parse(process.argv[2]!) as FuzzOrder;

/** Ending a worker takes milliseconds; a loaded machine and the start of the next one are allowed for. */
const HANG_SLACK_MS = 30_000;
const MAX_MESSAGE_CHARACTERS = 300;

const kept = join(folder, "kept");
const current = join(folder, "current");
mkdirSync(kept, { recursive: true });
// Left over from a process that died; main.ts has seen to them.
rmSync(current, { recursive: true, force: true });
mkdirSync(current, { recursive: true });

await using opened = await openPool({ threads: concurrency, timeoutMs, memoryMegabytes });
const bases = await fuzzBases();
const types = await parsersByType();
let next = from;
await Promise.all(Array.from({ length: concurrency }, () => work()));

async function work(): Promise<void> {
  while (next < to) {
    const fuzz = fuzzCase(bases, seed, next++);
    if (!types.has(fuzz.fileType) || fuzz.bytes.length === 0) record(fuzz, { status: "skipped" }, 0, []);
    else await tryCase(fuzz);
  }
}

async function tryCase(fuzz: FuzzCase): Promise<void> {
  const path = join(current, `${fuzz.index}.${fuzz.fileType}`);
  writeFileSync(path, fuzz.bytes);
  const start = performance.now();
  const abort = new AbortController();
  const hang = sleep(timeoutMs + HANG_SLACK_MS, "hang" as const, { signal: abort.signal }).catch(() => "hang" as const);
  const result = await Promise.race([
    parseInPool(opened.pool, { path, size: fuzz.bytes.length, fileType: fuzz.fileType }).catch(
      (error: unknown) => error,
    ),
    hang,
  ]);
  abort.abort();
  const problems = problemsOf(result);
  if (problems.length > 0) writeFileSync(join(kept, `${fuzz.index}.${fuzz.fileType}`), fuzz.bytes);
  rmSync(path, { force: true });
  const outcome = isResult(result) ? result : { status: "failed" as const, reason: "broken", message: String(result) };
  record(fuzz, outcome, performance.now() - start, problems);
}

function problemsOf(result: unknown): readonly string[] {
  if (result === "hang") return ["hang: it did not end within its limit"];
  if (!isResult(result)) return [`the pool threw ${String(result)}`];
  if (result.status === "ready") return [];
  const problems: string[] = [];
  const leak = leakIn(result.message);
  if (leak !== undefined) problems.push(`its message shows the inside: ${leak}`);
  if (result.message.length > MAX_MESSAGE_CHARACTERS) problems.push("its message is too long");
  if (result.reason === "crash") problems.push(`the parser crashed: ${result.detail ?? result.message}`);
  return problems;
}

function isResult(result: unknown): result is PoolResult {
  return typeof result === "object" && result !== null && "status" in result;
}

function record(
  { index, fileType, recipe, bytes }: FuzzCase,
  outcome: PoolResult | { readonly status: "skipped" },
  milliseconds: number,
  problems: readonly string[],
): void {
  const line: FuzzLine = {
    index,
    fileType,
    recipe,
    bytes: bytes.length,
    status: outcome.status,
    ...(outcome.status === "failed" && { reason: outcome.reason, message: outcome.message }),
    milliseconds: Math.round(milliseconds),
    residentBytes: treeResidentBytes(process.pid),
    problems,
  };
  appendFileSync(join(folder, "results.jsonl"), `${JSON.stringify(line)}\n`);
}
