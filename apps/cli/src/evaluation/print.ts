import { printTable } from "../output/table.ts";
import type { Terminal } from "../output/terminal.ts";
import { counted, visible } from "../output/text.ts";
import { locationOf } from "../commands/search.ts";
import { type Compared, NAMES } from "./compare.ts";
import { describeExpected } from "./golden.ts";
import { type Measurement, METRICS, type QuestionScore } from "./measure.ts";

export const printMeasurements = (terminal: Terminal, measurements: readonly Measurement[]): void => {
  const rows = measurements.map(({ variant, means }) => [
    variant.name,
    String(variant.topK),
    ...METRICS.map((metric) => means[metric].toFixed(3)),
  ]);
  printTable(terminal, ["", "RESULTS", "RECALL", "MRR", "NDCG"], rows);
};

export const printComparison = (terminal: Terminal, { metrics, verdict }: Compared): void => {
  terminal.print("");
  const rows = METRICS.map((metric) => {
    const { difference, interval, p } = metrics[metric];
    return [NAMES[metric], signed(difference), interval.map(signed).join(" to "), p < 0.001 ? "< 0.001" : p.toFixed(3)];
  });
  printTable(terminal, ["", "DIFFERENCE", "WITH 95 % CONFIDENCE", "P"], rows);
  terminal.print(`\n${verdict}`);
};

const signed = (value: number): string => `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(3)}`;

/** Prints the questions that did not find all their expected passages. */
export const printMisses = (terminal: Terminal, { variant, questions }: Measurement, maximum: number): void => {
  const missed = questions.filter(({ missing }) => missing.length > 0);
  if (missed.length === 0 || maximum === 0) return;
  const { print, style } = terminal;
  print(
    `\n${style("bold", `${variant.name}: ${missed.length} of ${counted(questions.length, "question")} missed something`)}`,
  );
  for (const score of missed.slice(0, maximum)) printMiss(terminal, score);
  if (missed.length > maximum) print(`  … and ${missed.length - maximum} more (--misses)`);
};

const printMiss = ({ print }: Terminal, { question, missing, results }: QuestionScore): void => {
  print(`  line ${question.line}: ${visible(question.query)}`);
  for (const expected of missing) print(`    missing  ${visible(describeExpected(expected))}`);
  const [first] = results;
  print(
    first === undefined
      ? "    nothing was found"
      : `    first    ${visible(locationOf(first))} (${first.score.toFixed(3)})`,
  );
};
