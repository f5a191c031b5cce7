import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The judged collections are stored next to the repository, not in it. */
const EVALUATION_FOLDER = fileURLToPath(new URL("../../../../shared/eval/", import.meta.url));

export interface JudgedDocument {
  readonly id: string;
  readonly title?: string;
  readonly text: string;
}

export interface JudgedCollection {
  readonly documents: readonly JudgedDocument[];
  readonly queries: readonly JudgedDocument[];
  /** Grade by document id, by query id. */
  readonly judgments: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/**
 * Returns the path of a file in the evaluation folder. If it is absent, returns null and prints a line that says so.
 */
export function evaluationFile(name: string): string | null {
  const path = EVALUATION_FOLDER + name;
  if (existsSync(path)) return path;
  console.log(`SKIPPED: ${name} is not beside this repository (../shared/eval)`);
  return null;
}

export function readCollection(name: string): JudgedCollection | null {
  if (evaluationFile(`${name}/corpus.jsonl`) === null) return null;
  const judgments = new Map<string, Map<string, number>>();
  for (const line of readFileSync(`${EVALUATION_FOLDER}${name}/qrels.tsv`, "utf8").split("\n").slice(1)) {
    const [query, document, grade] = line.trim().split("\t");
    if (query === undefined || document === undefined || grade === undefined) continue;
    const grades = judgments.get(query) ?? new Map<string, number>();
    judgments.set(query, grades.set(document, Number(grade)));
  }
  return { documents: readLines(name, "corpus"), queries: readLines(name, "queries"), judgments };
}

function readLines(name: string, file: string): JudgedDocument[] {
  const text = readFileSync(`${EVALUATION_FOLDER}${name}/${file}.jsonl`, "utf8");
  return text.split("\n").filter(Boolean).map(parseDocument);
}

function parseDocument(line: string): JudgedDocument {
  const { _id: id, ...rest } = JSON.parse(line) as { _id: string; title?: string; text: string };
  return { id, ...rest };
}

/** Returns nDCG at 10 as in trec_eval: linear gain, logarithm to base 2, mean over the judged queries. */
export function meanNdcg(collection: JudgedCollection, search: (query: string) => readonly string[]): number {
  let sum = 0;
  let count = 0;
  for (const query of collection.queries) {
    const grades = collection.judgments.get(query.id);
    if (grades === undefined) continue;
    const ideal = discountedGain([...grades.values()].sort((left, right) => right - left));
    if (ideal === 0) continue;
    sum += discountedGain(search(query.text).map((id) => grades.get(id) ?? 0)) / ideal;
    count++;
  }
  return sum / count;
}

function discountedGain(grades: readonly number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, rank) => sum + Math.max(0, grade) / Math.log2(rank + 2), 0);
}
