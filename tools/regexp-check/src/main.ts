import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Expression, expressionsIn } from "./expressions.ts";
import { judge } from "./judge.ts";
import { sourceFiles } from "./source-files.ts";
import { readVerdicts, writeVerdicts } from "./verdicts.ts";

/**
 * Every regular expression of the sources must be known to be linear, or have a reason why it may be otherwise. New ones are
 * judged here; `--update` writes what is found, and forgets what is gone. `--all` judges every one anew.
 */
const root = fileURLToPath(new URL("../../..", import.meta.url));
const shouldUpdate = process.argv.includes("--update");
const shouldJudgeAll = process.argv.includes("--all");

const verdicts = readVerdicts();
const known = new Set(shouldJudgeAll ? [] : verdicts.linear);
const linear = new Set<string>();
const places = new Map<string, { readonly expression: Expression; readonly place: string }>();
const problems: string[] = [];
const builtSeen = new Set<string>();

for (const file of sourceFiles(root)) {
  const { expressions, built } = expressionsIn(readFileSync(join(root, file), "utf8"), file);
  for (const expression of expressions) {
    if (!places.has(expression.literal))
      places.set(expression.literal, { expression, place: `${file}:${expression.line}` });
  }
  for (const { call, line } of built) {
    builtSeen.add(call);
    if (verdicts.built[call] === undefined)
      problems.push(`${file}:${line}: ${call}: say why it is linear, under "built"`);
  }
}

for (const [literal, { expression, place }] of places) {
  if (verdicts.bounded[literal] !== undefined) continue;
  const problem = known.has(literal) ? undefined : await judge(expression);
  if (problem === undefined) linear.add(literal);
  else problems.push(`${place}: ${literal}: ${problem}`);
}

const isGone = (literal: string): boolean => !places.has(literal);
const gone = [
  ...verdicts.linear.filter(isGone),
  ...Object.keys(verdicts.bounded).filter(isGone),
  ...Object.keys(verdicts.built).filter((call) => !builtSeen.has(call)),
];
if (shouldUpdate) {
  const kept = <Value>(record: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !gone.includes(name)));
  writeVerdicts({
    linear: [...linear].toSorted(),
    bounded: kept(verdicts.bounded),
    built: kept(verdicts.built),
  });
} else if (gone.length > 0 || [...linear].some((literal) => !verdicts.linear.includes(literal))) {
  problems.push("verdicts.json isn't up to date: npm run regexps -- --update");
}

for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0 ? `regexps: ${places.size} are linear or bounded` : `regexps: ${problems.length} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
