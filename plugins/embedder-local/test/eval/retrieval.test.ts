import { existsSync } from "node:fs";
import { join } from "node:path";
import type { EmbedderV1 } from "@quarry/plugin";
import { Effect, Exit, Scope } from "effect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import embedderLocal from "../../src/index.ts";
import { meanNdcg, readJudgedCollection } from "./judged-collection.ts";
import { KeywordIndex } from "./keyword-index.ts";
import { embedDocuments, embedQueries, fitTexts, hybridScores, semanticScores } from "./semantic-scores.ts";

/** A folder with judged collections, in the format that `measure.ts` reads. They are not part of the repository. */
const folder = process.env.QUARRY_EVAL_FOLDER ?? "";
const names = ["cranfield", "nfcorpus-dev", "xquad-en", "xquad-de", "xquad-zh"].filter((name) =>
  existsSync(join(folder, name, "qrels.tsv")),
);
/** Thousands of texts are embedded and trained on, possibly concurrently with other work. */
const FIT_TIMEOUT_MS = 300_000;
/** Margin by which hybrid search may be worse than the better of its branches. */
const HYBRID_TOLERANCE = 0.01;

describe.skipIf(names.length === 0)("judged collections", () => {
  const scope = Scope.makeUnsafe();
  let embedder: EmbedderV1;
  beforeAll(async () => {
    const made = embedderLocal.make({ workerMemoryMb: 256 }, { dataDirectory: ".", log: () => {} });
    embedder = await Effect.runPromise(Scope.provide(made, scope));
  });
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)));

  it.each(names)(
    "%s: hybrid search is within tolerance of its better branch, and training doesn't reduce quality",
    { timeout: FIT_TIMEOUT_MS },
    async (name) => {
      const collection = readJudgedCollection(folder, name);
      const index = new KeywordIndex();
      index.add(collection.texts);
      const documents = await embedDocuments(embedder, collection.texts, index.statistics);
      const keyword = index.scores(collection.queries);
      const ndcg = async (fit?: Uint8Array) => {
        const queries = await embedQueries(embedder, collection.queries, index.statistics, fit);
        const semantic = semanticScores(documents, queries);
        const hybrid = hybridScores(semantic, keyword, embedderLocal.capabilities.hybridAlpha);
        return { semantic: meanNdcg(collection, semantic), hybrid: meanNdcg(collection, hybrid) };
      };
      const [before, after] = [await ndcg(), await ndcg(await fitTexts(embedder, collection.texts))];
      for (const { semantic, hybrid } of [before, after]) {
        expect(hybrid).toBeGreaterThan(Math.max(meanNdcg(collection, keyword), semantic) - HYBRID_TOLERANCE);
      }
      expect(after.semantic).toBeGreaterThanOrEqual(before.semantic);
      expect(after.hybrid).toBeGreaterThan(before.hybrid - HYBRID_TOLERANCE);
    },
  );
});
