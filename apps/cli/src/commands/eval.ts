import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { JsonObject } from "@bufbuild/protobuf";
import { SEARCH_MODES, type SearchMode } from "@quarry/plugin/domain";
import { compare } from "../evaluation/compare.ts";
import { describeExpected, type GoldenQuestion, parseGolden } from "../evaluation/golden.ts";
import { isFile } from "../evaluation/matching.ts";
import { measure, type Measurement, type Metric, METRICS } from "../evaluation/measure.ts";
import { printComparison, printMeasurements, printMisses } from "../evaluation/print.ts";
import { parseVariant, type Variant } from "../evaluation/variant.ts";
import { PartialFailure, UsageError } from "../failures.ts";
import { flagsIn } from "../program/query-options.ts";
import { type Session, withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

interface EvalOptions extends GlobalOptions {
  readonly mode?: readonly SearchMode[];
  readonly topK: number;
  readonly filter?: JsonObject;
  readonly compare?: readonly string[];
  readonly misses: number;
  readonly minRecall?: number;
  readonly minMrr?: number;
  readonly minNdcg?: number;
}

/** Runs questions with known answers, and reports how many answers were found and at which rank. */
export const evaluateGolden = async (collection: string, path: string, options: EvalOptions): Promise<void> => {
  const questions = parseGolden(await textOf(path), path);
  const variants = variantsOf(collection, options);
  await withSession(options, async (session) => {
    await warnOfUnknownFiles(session, questions, variants);
    const measurements: Measurement[] = [];
    for (const variant of variants) measurements.push(await measure(session, questions, variant));
    session.terminal.status(undefined);
    const [first, second] = measurements;
    const comparison = options.compare === undefined ? undefined : compare(first!, second!);
    const { isJson, printJson, terminal } = session;
    if (isJson) printJson({ measurements: measurements.map(toJson), ...(comparison !== undefined && { comparison }) });
    else {
      printMeasurements(terminal, measurements);
      if (comparison !== undefined) printComparison(terminal, comparison);
      for (const measurement of measurements) printMisses(terminal, measurement, options.misses);
    }
    const below = measurements.flatMap((measurement) => belowGoal(measurement, options));
    if (below.length > 0) throw new PartialFailure(below.join("; "));
  });
};

const textOf = async (path: string): Promise<string> => {
  try {
    return path === "-" ? await text(process.stdin) : await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(`can't read the questions: ${(error as Error).message}`);
  }
};

const variantsOf = (collection: string, options: EvalOptions): readonly Variant[] => {
  const { mode, topK, filter } = options;
  const common = { ...flagsIn(options), collection, topK, filter };
  if (options.compare === undefined) {
    return [...new Set(mode ?? SEARCH_MODES)].map((each) => ({ ...common, name: each, mode: each }));
  }
  if (options.compare.length !== 2)
    throw new UsageError("--compare takes two settings, such as mode=semantic mode=hybrid");
  if (mode !== undefined && mode.length > 1)
    throw new UsageError("--compare accepts at most one --mode, for both settings");
  return options.compare.map((each) => parseVariant(each, { ...common, name: each, mode: mode?.[0] }));
};

/** Warns of unknown files: a misspelt file name in the questions looks like a search that finds nothing. */
const warnOfUnknownFiles = async (
  { client, signal, terminal }: Session,
  questions: readonly GoldenQuestion[],
  variants: readonly Variant[],
): Promise<void> => {
  for (const collection of new Set(variants.map((variant) => variant.collection))) {
    const unknown = new Set(questions.flatMap(({ expected }) => expected.flatMap(({ file }) => file ?? [])));
    for await (const { filename, metadata } of client.documents.all(collection, { signal })) {
      for (const file of unknown) if (isFile({ ...metadata, filename }, file)) unknown.delete(file);
      if (unknown.size === 0) break;
    }
    for (const file of unknown)
      terminal.note(`${collection} has no document ${JSON.stringify(file)}, which a question expects`);
  }
};

const toJson = ({ variant, questions, means }: Measurement) => ({
  name: variant.name,
  collection: variant.collection,
  mode: variant.mode ?? null,
  top_k: variant.topK,
  questions: questions.length,
  ...means,
  scores: questions.map(({ question, missing, results, ...scores }) => ({
    line: question.line,
    query: question.query,
    recall: scores.recall,
    mrr: scores.mrr,
    ndcg: scores.ndcg,
    missing: missing.map(describeExpected),
    found: results.map(({ id }) => id),
  })),
});

const belowGoal = ({ variant, means }: Measurement, options: EvalOptions): readonly string[] => {
  const goals: Readonly<Record<Metric, number | undefined>> = {
    recall: options.minRecall,
    mrr: options.minMrr,
    ndcg: options.minNdcg,
  };
  return METRICS.flatMap((metric) => {
    const goal = goals[metric];
    if (goal === undefined || means[metric] >= goal) return [];
    return [`${variant.name}: ${metric} is ${means[metric].toFixed(3)}, below ${goal}`];
  });
};
