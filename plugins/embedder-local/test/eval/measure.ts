/**
 * Prints nDCG@10 of the embedder on judged collections, compares its weighting with others, and its speed.
 *
 *     node plugins/embedder-local/test/eval/measure.ts FOLDER [COLLECTION ...]
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { existsSync } from "node:fs";
import { Effect } from "effect";
import embedderLocal from "../../src/index.ts";
import { type JudgedCollection, meanNdcg, readJudgedCollection, type Scores } from "./judged-collection.ts";
import { KeywordIndex } from "./keyword-index.ts";
import { embedDocuments, embedQueries, fitTexts, hybridScores, semanticScores } from "./semantic-scores.ts";
import { measureSpeed } from "./speed.ts";
import { weightings, weightingScores } from "./weightings.ts";

interface Prepared {
  readonly collection: JudgedCollection;
  readonly index: KeywordIndex;
  readonly keyword: Scores;
}

function prepare(collection: JudgedCollection): Prepared {
  const index = new KeywordIndex();
  index.add(collection.texts);
  return { collection, index, keyword: index.scores(collection.queries) };
}

const [folder, ...chosen] = process.argv.slice(2);
if (folder === undefined) throw new Error("name the folder that holds the judged collections");
const names =
  chosen.length > 0 ? chosen : readdirSync(folder).filter((name) => existsSync(join(folder, name, "qrels.tsv")));
const prepared = names.map((name) => prepare(readJudgedCollection(folder, name)));

console.log(`| | ${names.join(" | ")} | mean |\n|---|${"---|".repeat(names.length + 1)}`);
const hybridOf = (semantic: readonly Scores[], alpha: number) =>
  semantic.map((scores, at) => hybridScores(scores, prepared[at]!.keyword, alpha));
function printRow(name: string, scores: readonly Scores[]): void {
  const values = scores.map((one, at) => meanNdcg(prepared[at]!.collection, one));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  console.log(`| ${name} | ${[...values, mean].map((value) => value.toFixed(3)).join(" | ")} |`);
}

printRow(
  "keyword",
  prepared.map(({ keyword }) => keyword),
);
const embedder = embedderLocal.make({ workerMemoryMb: 256 }, { dataDirectory: ".", log: () => {} });
await Effect.runPromise(
  Effect.scoped(
    Effect.flatMap(embedder, (opened) =>
      Effect.promise(async () => {
        const unfitted: Scores[] = [];
        const fitted: Scores[] = [];
        for (const { collection, index } of prepared) {
          const documents = await embedDocuments(opened, collection.texts, index.statistics);
          const scores = async (fit?: Uint8Array) =>
            semanticScores(documents, await embedQueries(opened, collection.queries, index.statistics, fit));
          unfitted.push(await scores());
          fitted.push(await scores(await fitTexts(opened, collection.texts)));
        }
        printRow("semantic, before the fit", unfitted);
        printRow("hybrid, α = 0.3, before the fit", hybridOf(unfitted, 0.3));
        printRow("**semantic**", fitted);
        for (const alpha of [0.2, 0.3, 0.4, 0.5]) printRow(`hybrid, α = ${alpha}`, hybridOf(fitted, alpha));
        await measureSpeed(opened, prepared[0]!.collection.texts, prepared[0]!.collection.queries, prepared[0]!.index);
      }),
    ),
  ),
);
for (const weighting of weightings) {
  const semantic = prepared.map(({ collection, index }) => weightingScores(collection, index, weighting));
  printRow(`${weighting.name}: semantic`, semantic);
  printRow(`${weighting.name}: hybrid`, hybridOf(semantic, 0.3));
}
