import type { CollectionSelection } from "@quarry/host";
import type { PassageIndexService } from "@quarry/index";
import type { PluginError, TermStatistics } from "@quarry/plugin";
import type { StoreError } from "@quarry/store";
import { isInOtherLanguage } from "@quarry/text";
import { Clock, Effect } from "effect";
import type { CollectionsShape } from "../collections.ts";
import { hasModel } from "../no-model.ts";
import type { ModelCost, OpenModel } from "./model-use.ts";
import { selectedNames } from "./move-collections.ts";

export interface CostServices {
  readonly collections: CollectionsShape;
  readonly passages: PassageIndexService;
}

/** The collections to move: their counts, and a sample of their passages. */
interface CollectionSample {
  readonly collections: number;
  readonly documents: number;
  readonly passages: number;
  readonly texts: readonly string[];
  /** Names of the first collections in languages other than English. */
  readonly nonEnglishCollections: readonly string[];
}

const MEASURED_MS = 2_000;
const BATCH = 16;

/** Number of collections to sample, and of passages per collection. */
const SAMPLED_COLLECTIONS = 200;
const SAMPLE = 8;

/** Number of passages to measure with. */
const MEASURED_TEXTS = 64;

const MAX_NAMED_COLLECTIONS = 10;
const FLOAT_BYTES = 4;

/** A text of typical passage length, for use if there are no passages. */
const EXAMPLE = "The warranty covers the pump for two years from the day of purchase, at no cost to its owner. ".repeat(
  8,
);

/** Measures a model for two seconds with passages of the collections to move, and computes the cost of the move from it. */
export const measureCost = Effect.fnUntraced(function* (
  services: CostServices,
  model: OpenModel,
  selection: CollectionSelection,
  languages: string | undefined,
): Effect.fn.Return<{ readonly cost: ModelCost; readonly warnings: readonly string[] }, PluginError | StoreError> {
  const { texts, nonEnglishCollections, ...numbers } = yield* sampleCollections(services, selection);
  const passagesPerSecond = yield* measure(model, texts.length === 0 ? [EXAMPLE] : texts);
  const dimension = model.kind === "embedder" ? (model.model.capabilities.models[0]?.dimension ?? 0) : 0;
  // A reranker processes passages at query time only.
  const seconds = model.kind === "embedder" ? numbers.passages / passagesPerSecond : 0;
  const cost = { ...numbers, passagesPerSecond, seconds, diskBytes: numbers.passages * dimension * FLOAT_BYTES };
  const isUnfit = languages === "English" && nonEnglishCollections.length > 0;
  const warnings = isUnfit
    ? [
        `the model knows English only, and these collections seem to be in other languages: ${nonEnglishCollections.join(", ")}`,
      ]
    : [];
  return { cost, warnings };
});

const sampleCollections = Effect.fnUntraced(function* (
  { collections, passages }: CostServices,
  selection: CollectionSelection,
): Effect.fn.Return<CollectionSample, StoreError> {
  const names = yield* selectedNames({ collections }, selection);
  const numbers = { collections: 0, documents: 0, passages: 0 };
  const texts: string[] = [];
  const nonEnglishCollections: string[] = [];
  let sampled = 0;
  for (const name of names) {
    const collection = yield* Effect.catchTag(collections.get(name), "DomainError", () => Effect.succeed(undefined));
    if (collection === undefined || !hasModel(collection)) continue;
    numbers.collections += 1;
    numbers.documents += collection.documentCount;
    numbers.passages += collection.chunkCount;
    if (collection.chunkCount === 0 || sampled === SAMPLED_COLLECTIONS) continue;
    sampled += 1;
    // A damaged collection has no readable passages; its move reports the reason.
    const found = yield* Effect.orElseSucceed(passages.scan(collection.id, { limit: SAMPLE }), () => []);
    const sample = found.map(({ text }) => text).filter((text) => text.trim() !== "");
    texts.push(...sample.slice(0, MEASURED_TEXTS - texts.length));
    const foreign = sample.filter(isInOtherLanguage).length;
    if (foreign * 2 > sample.length && nonEnglishCollections.length < MAX_NAMED_COLLECTIONS)
      nonEnglishCollections.push(name);
  }
  return { ...numbers, texts, nonEnglishCollections };
});

/** Returns passages per second, without the loading time. */
const measure = Effect.fnUntraced(function* (open: OpenModel, texts: readonly string[]) {
  const run = runOf(open);
  const { capabilities } = open.model;
  const length = Math.min(BATCH, "maxPassages" in capabilities ? capabilities.maxPassages : capabilities.maxBatchTexts);
  yield* run(texts.slice(0, 1));
  const began = yield* Clock.currentTimeMillis;
  let done = 0;
  for (;;) {
    const batch = Array.from({ length }, (_, index) => texts[(done + index) % texts.length]!);
    yield* run(batch);
    done += batch.length;
    const took = (yield* Clock.currentTimeMillis) - began;
    if (took >= MEASURED_MS) return (done / took) * 1_000;
    // Yields to other work.
    yield* Effect.sleep(0);
  }
});

/** Term statistics of a collection without passages, for embedders that weight terms by them. */
const NO_STATISTICS: TermStatistics = {
  read: (terms) => Effect.succeed({ documentCount: 0, documentFrequencies: terms.map(() => 0) }),
};

const runOf = (open: OpenModel): ((texts: readonly string[]) => Effect.Effect<unknown, PluginError>) => {
  if (open.kind === "reranker") {
    const { service, capabilities } = open.model;
    const model = capabilities.models[0] ?? "";
    return (passages) => service.rerank({ model, query: EXAMPLE.slice(0, 60), passages });
  }
  const { service, capabilities } = open.model;
  const [model] = capabilities.models;
  const { name = "", dimension = 0 } = model ?? {};
  const statistics = capabilities.usesTermStatistics ? NO_STATISTICS : undefined;
  return (texts) => service.embed({ model: name, dimension, inputType: "document", texts, statistics });
};
