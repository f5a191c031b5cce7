import { type BuildingPlace, CollectionIndex, hasSameVectors, type VectorPlace } from "@quarry/catalog";
import { type EmbedderUse, type EmbeddingFailure, Embeddings, type TextToEmbed } from "@quarry/embedding";
import type { PluginError, VectorRecord } from "@quarry/plugin";
import type { CollectionRecord } from "@quarry/store";
import { Effect } from "effect";

type Used<Place> = Place & { readonly use: EmbedderUse };

/** Where the vectors of a run go. */
export interface RunPlaces {
  readonly live: Used<VectorPlace>;
  /** A generation that is being built; undefined also when its embedder can't be used. */
  readonly building: Used<BuildingPlace> | undefined;
  /** Generations that have all that the run has written so far. */
  readonly reached: Set<number>;
}

/** The places that the collection has now. What comes later is caught up before the run is made live. */
export const runPlaces = Effect.fnUntraced(function* (collection: CollectionRecord) {
  const index = yield* CollectionIndex;
  const { live, building } = yield* index.places(collection);
  const use = (place: VectorPlace) => index.embedderUse(collection.id, place.index);
  const usedBuilding =
    building === undefined
      ? undefined
      : yield* use(building).pipe(
          Effect.map((used) => ({ ...building, use: used })),
          Effect.catch((error) => Effect.as(unreachable(building, error), undefined)),
        );
  const reached = new Set([live.generation, ...(usedBuilding === undefined ? [] : [usedBuilding.generation])]);
  return { live: { ...live, use: yield* use(live) }, building: usedBuilding, reached } satisfies RunPlaces;
});

/** A document waits this long at most, per batch, for the provider of a model that doesn't answer queries yet. */
const EMBED_WITHIN_MS = 30_000;

/** A record without its vector, and the text that the vector is made of. */
export interface RecordToEmbed {
  readonly record: Omit<VectorRecord, "vector">;
  readonly text: TextToEmbed;
}

/**
 * Writes to all places of the run. What is wrong with a generation that doesn't answer yet must not fail the document:
 * the run then goes on without it, and tells the change when it is made live.
 */
export const writeToPlaces = Effect.fnUntraced(function* (
  { live, building, reached }: RunPlaces,
  entries: readonly RecordToEmbed[],
  onAnswer: () => void,
): Effect.fn.Return<void, EmbeddingFailure | PluginError, Embeddings> {
  const embeddings = yield* Embeddings;
  const vectors = yield* embed(live.use, entries, onAnswer);
  yield* store(live, entries, vectors);
  if (building === undefined || !reached.has(building.generation)) return;
  const isCopied = hasSameVectors(building.index, live.index);
  if (!isCopied && embeddings.isTroubled(building.use)) {
    reached.delete(building.generation);
    return;
  }
  const next = isCopied
    ? Effect.succeed(vectors)
    : Effect.timeout(embed(building.use, entries, onAnswer), EMBED_WITHIN_MS);
  yield* next.pipe(
    Effect.flatMap((own) => store(building, entries, own)),
    Effect.catch((error) => {
      reached.delete(building.generation);
      return unreachable(building, error);
    }),
  );
});

const embed = Effect.fnUntraced(function* (use: EmbedderUse, entries: readonly RecordToEmbed[], onAnswer: () => void) {
  const embeddings = yield* Embeddings;
  return yield* embeddings.documents(
    use,
    entries.map(({ text }) => text),
    onAnswer,
  );
});

const store = (
  { store: { service }, vectorCollection }: VectorPlace,
  entries: readonly RecordToEmbed[],
  vectors: readonly Float32Array[],
) =>
  service.upsert(
    vectorCollection,
    entries.map(({ record }, place) => ({ ...record, vector: vectors[place] as Float32Array })),
  );

const unreachable = ({ changeId }: BuildingPlace, error: Error) =>
  Effect.logWarning(`index change ${changeId}: a document is written to its place later`, error);
