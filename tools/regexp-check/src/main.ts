import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { check } from "recheck";
import { type Expression, expressionsIn } from "./expressions.ts";

/**
 * Stored verdicts on expressions. Checking all of them takes minutes, and the verdict on an expression never changes.
 */
interface Verdicts {
  /** Literals whose matching time is linear in the text. */
  readonly linear: readonly string[];
  /** Justification of possibly non-linear literals: the limit on the text that each is matched against. */
  readonly bounded: Readonly<Record<string, string>>;
  /** Justification by call why a pattern that is only known at run time is linear. */
  readonly built: Readonly<Record<string, string>>;
}

const VERDICTS = new URL("../verdicts.json", import.meta.url);

/**
 * Source files that run in the service and in its pages. Generated files have no expressions, and tests only match
 * their own text.
 */
const SOURCES = "{packages,plugins,apps,examples/plugins,integrations}/*/src/**/*.{ts,tsx}";
const LEFT_OUT = /\.test\.tsx?$|\.gen\.ts$|\/gen\/|\/conformance\/|\/testing\/|node_modules/;

/** Expressions with long alternatives take some time, and more on a busy machine. */
const TIMEOUT_MS = 120_000;

/**
 * Every regular expression of the sources must be known to be linear, or have a justification. New ones are checked
 * here; `--update` stores the verdicts, and removes obsolete ones. `--all` checks every one again.
 */
const root = fileURLToPath(new URL("../../..", import.meta.url));
const shouldUpdate = process.argv.includes("--update");
const shouldJudgeAll = process.argv.includes("--all");

const verdicts = JSON.parse(readFileSync(VERDICTS, "utf8")) as Verdicts;
const known = new Set(shouldJudgeAll ? [] : verdicts.linear);
const linear = new Set<string>();
const sources = new Map<string, { readonly expression: Expression; readonly place: string }>();
const problems: string[] = [];
const builtSeen = new Set<string>();

for (const file of globSync(SOURCES, { cwd: root }).toSorted()) {
  if (LEFT_OUT.test(file)) continue;
  const { expressions, built } = expressionsIn(readFileSync(join(root, file), "utf8"), file);
  for (const expression of expressions) {
    if (!sources.has(expression.literal))
      sources.set(expression.literal, { expression, place: `${file}:${expression.line}` });
  }
  for (const { call, line } of built) {
    builtSeen.add(call);
    if (verdicts.built[call] === undefined)
      problems.push(`${file}:${line}: ${call}: say why it is linear, under "built"`);
  }
}

for (const [literal, { expression, place }] of sources) {
  if (verdicts.bounded[literal] !== undefined) continue;
  const problem = known.has(literal) ? undefined : await judge(expression);
  if (problem === undefined) linear.add(literal);
  else problems.push(`${place}: ${literal}: ${problem}`);
}

const isGone = (literal: string): boolean => !sources.has(literal);
const gone = [
  ...verdicts.linear.filter(isGone),
  ...Object.keys(verdicts.bounded).filter(isGone),
  ...Object.keys(verdicts.built).filter((call) => !builtSeen.has(call)),
];
if (shouldUpdate) {
  const retained = <Value>(record: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !gone.includes(name)));
  const now: Verdicts = {
    linear: [...linear].toSorted(),
    bounded: retained(verdicts.bounded),
    built: retained(verdicts.built),
  };
  writeFileSync(VERDICTS, `${JSON.stringify(now, null, 2)}\n`);
} else if (gone.length > 0 || [...linear].some((literal) => !verdicts.linear.includes(literal))) {
  problems.push("verdicts.json isn't up to date: npm run regexps -- --update");
}

for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0 ? `regexps: ${sources.size} are linear or bounded` : `regexps: ${problems.length} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Returns the reason why an expression isn't known to be linear; undefined if it is. */
async function judge({ pattern, flags }: Expression): Promise<string | undefined> {
  const found = await check(pattern, flags, { timeout: TIMEOUT_MS });
  if (found.status === "safe") return undefined;
  if (found.status === "unknown") return `nothing is known of it (${found.error.kind})`;
  return `${found.complexity.summary}: ${found.attack.pattern.slice(0, 200)}`;
}
