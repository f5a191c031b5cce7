import { parseArgs } from "node:util";
import { BENCHES } from "./benches.ts";
import type { Bench } from "./harness/bench.ts";
import { runBenches } from "./harness/run-benches.ts";

const USAGE = `npm run bench -- <name> [<name> ...]   runs benches; "all" runs all of them
npm run bench -- <name> --scale 0.1    a quick look at a tenth of the size; goals are not judged
npm run bench -- engine-api --rows 20000  so many rows, where a bench can have any number of them`;

const list = (): string => {
  const width = Math.max(...BENCHES.map(({ name }) => name.length));
  return BENCHES.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n");
};

const chosen = (names: readonly string[]): readonly Bench[] => {
  if (names.includes("all")) return BENCHES;
  return names.map((name) => {
    const bench = BENCHES.find((candidate) => candidate.name === name);
    if (bench === undefined) throw new RangeError(`there is no bench ${JSON.stringify(name)}; there are:\n${list()}`);
    return bench;
  });
};

const scaleOf = (text: string): number => {
  const scale = Number(text);
  if (scale > 0 && scale <= 1) return scale;
  throw new RangeError(`--scale: must be a number above 0 and at most 1, got ${JSON.stringify(text)}`);
};

const rowsOf = (text: string | undefined): { readonly rows?: number } => {
  if (text === undefined) return {};
  const rows = Number(text);
  if (Number.isSafeInteger(rows) && rows > 0) return { rows };
  throw new RangeError(`--rows: must be a whole number above 0, got ${JSON.stringify(text)}`);
};

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { scale: { type: "string", default: "1" }, rows: { type: "string" } },
  });
  if (positionals.length === 0) console.log(`${USAGE}\n\n${list()}`);
  else if ((await runBenches(chosen(positionals), { scale: scaleOf(values.scale), ...rowsOf(values.rows) })) > 0)
    process.exitCode = 1;
} catch (error) {
  const isUsage =
    error instanceof RangeError || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS") === true;
  console.error(isUsage ? (error as Error).message : error);
  process.exitCode = 2;
}
