import { existsSync } from "node:fs";
import { join } from "node:path";
import type { EmbedderV1 } from "@quarry/plugin";
import { Effect, Exit, Scope } from "effect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import embedderLocal from "../../src/index.ts";
import { meanNdcg, readJudgedCollection } from "./judged-collection.ts";
import { KeywordIndex } from "./keyword-index.ts";
import { embedDocuments, embedQueries, hybridScores, semanticScores } from "./semantic-scores.ts";

/** A folder with judged collections, as `measure.ts` takes it; they are not part of the repository. */
const folder = process.env.QUARRY_EVAL_FOLDER ?? "";
const names = ["cranfield", "nfcorpus-dev", "xquad-en", "xquad-de", "xquad-zh"].filter((name) =>
  existsSync(join(folder, name, "qrels.tsv")),
);
/** How far hybrid search may lie below the better of its branches. */
const HYBRID_TOLERANCE = 0.01;

describe.skipIf(names.length === 0)("on judged collections", () => {
  const scope = Scope.makeUnsafe();
  let embedder: EmbedderV1;
  beforeAll(async () => {
    const made = embedderLocal.make({ workerMemoryMb: 256 }, { dataDirectory: ".", log: () => {} });
    embedder = await Effect.runPromise(Scope.provide(made, scope));
  });
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)));

  it.each(names)("%s: hybrid search keeps up with its better branch", async (name) => {
    const collection = readJudgedCollection(folder, name);
    const index = new KeywordIndex();
    index.add(collection.texts);
    const documents = await embedDocuments(embedder, collection.texts, index.statistics);
    const queries = await embedQueries(embedder, collection.queries, index.statistics);
    const semantic = semanticScores(documents, queries);
    const keyword = index.scores(collection.queries);
    const hybrid = hybridScores(semantic, keyword, embedderLocal.capabilities.hybridAlpha);
    const best = Math.max(meanNdcg(collection, keyword), meanNdcg(collection, semantic));
    expect(meanNdcg(collection, hybrid)).toBeGreaterThan(best - HYBRID_TOLERANCE);
  });
});
