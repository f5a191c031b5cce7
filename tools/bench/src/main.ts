import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { addressOf } from "@quarry/services";
import { Bench, type BenchOptions, type Case, Skipped } from "./harness/bench.ts";

const USAGE = `npm run bench -- <name> [<name> ...]   runs benches; "all" runs all of them
  --scale 0.1     a quick look at a tenth of the size; goals are not judged
  --rows 20000    so many rows, where a bench can have any number of them
  --keep <folder> leaves what takes long to make in a folder, and takes it from there
  --smoke         all of them, or those that are named, as small as they run: whether they do`;

const SMOKE_SCALE = 0.001;
/** A hanging benchmark counts as a failure. On a machine with two processors it may run concurrently with the tests. */
const SMOKE_DEADLINE_MS = 300_000;

const CASES = new URL("./cases/", import.meta.url);
const NAMES = readdirSync(CASES).map((file) => file.replace(/\.ts$/, ""));

const load = async (name: string): Promise<Case> => {
  if (!NAMES.includes(name)) throw new RangeError(`there is no bench ${name}; there are ${NAMES.join(", ")}`);
  return ((await import(new URL(`${name}.ts`, CASES).href)) as { readonly default: Case }).default;
};

const isUp = (service: string): Promise<boolean> => {
  const { hostname, port } = new URL(addressOf(service));
  return new Promise((answer) => {
    const socket = connect(Number(port), hostname, () => answer(true)).once("error", () => answer(false));
    socket.once("connect", () => socket.destroy());
  });
};

/** Runs a case. Returns whether it succeeded and left the data that it was to keep. */
const runCase = async (name: string, options: Omit<BenchOptions, "directory">): Promise<boolean> => {
  const { summary, needs = [], run } = await load(name);
  console.log(`\n${name}: ${summary}`);
  const directory = mkdtempSync(join(tmpdir(), `quarry-bench-${name}-`));
  const deadline = options.isSmoke ? setTimeout(giveUp, SMOKE_DEADLINE_MS, name) : undefined;
  try {
    for (const service of needs) {
      if (!(await isUp(service))) throw new Skipped(`${service} is not up (npm run services:up ${service})`);
    }
    await using bench = new Bench({ ...options, directory });
    await run(bench);
    return bench.missed === 0;
  } catch (error) {
    if (error instanceof Skipped) console.log(`SKIPPED: ${error.message}`);
    else console.error(`FAILED: ${name}`, error);
    return error instanceof Skipped;
  } finally {
    clearTimeout(deadline);
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  }
};

const giveUp = (name: string): never => {
  console.error(`FAILED: ${name} takes longer than ${SMOKE_DEADLINE_MS / 1_000} s`);
  process.exit(1);
};

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      scale: { type: "string", default: "1" },
      rows: { type: "string" },
      keep: { type: "string" },
      smoke: { type: "boolean", default: false },
    },
  });
  const isSmoke = values.smoke;
  const names = positionals.includes("all") || (isSmoke && positionals.length === 0) ? NAMES : positionals;
  if (names.length === 0) {
    console.log(`${USAGE}\n`);
    for (const name of NAMES) console.log(`  ${name.padEnd(16)} ${(await load(name)).summary}`);
    return 0;
  }
  const scale = isSmoke ? SMOKE_SCALE : Number(values.scale);
  const rows = values.rows === undefined ? undefined : Number(values.rows);
  if (!(scale > 0 && scale <= 1)) throw new RangeError("--scale: must be a number above 0 and at most 1");
  if (rows !== undefined && !(Number.isSafeInteger(rows) && rows > 0))
    throw new RangeError("--rows: must be a whole number above 0");
  const shared = values.keep === undefined ? mkdtempSync(join(tmpdir(), "quarry-bench-")) : resolve(values.keep);
  console.log(`node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} processors`);
  if (scale !== 1) console.log(`scale ${scale}: a quick look; goals are not judged`);
  const failed: string[] = [];
  try {
    for (const name of names)
      if (!(await runCase(name, { shared, isKept: values.keep !== undefined, scale, rows, isSmoke })))
        failed.push(name);
  } finally {
    if (values.keep === undefined) rmSync(shared, { recursive: true, force: true, maxRetries: 3 });
  }
  if (failed.length > 0) console.error(`\nfailed, or a goal missed: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
};

try {
  process.exitCode = await main();
} catch (error) {
  const isUsage =
    error instanceof RangeError || String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS");
  console.error(isUsage ? (error as Error).message : error);
  process.exitCode = 2;
}
