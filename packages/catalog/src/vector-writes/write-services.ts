import type { DomainError } from "@quarry/domain";
import { Embeddings, type EmbeddingsShape } from "@quarry/embedding";
import { Plugins, type PluginsShape } from "@quarry/host";
import type { PluginError } from "@quarry/plugin";
import { PassageIndex, type PassageIndexError, type PassageIndexService } from "@quarry/search";
import {
  type CollectionRecord,
  CollectionRepository,
  IndexChangeRepository,
  type SecretBoxError,
  type StoreError,
} from "@quarry/store";
import { Effect } from "effect";
import { CollectionIndex, type CollectionIndexShape } from "../collection-index.ts";
import { type CollectionPlaces, placesOf } from "./index-places.ts";

export type WriteFailure = DomainError | StoreError | SecretBoxError | PassageIndexError | PluginError;

/** What writes of vectors stand on. */
export interface WriteServices {
  readonly index: CollectionIndexShape;
  readonly embeddings: EmbeddingsShape;
  readonly changes: IndexChangeRepository["Service"];
  readonly collections: CollectionRepository["Service"];
  readonly passages: PassageIndexService;
  readonly plugins: PluginsShape;
  /** Everywhere that the collection has vectors, as of now; of a collection that is gone, as its record says. */
  readonly places: (collection: CollectionRecord) => Effect.Effect<CollectionPlaces, StoreError>;
}

export const writeServices = Effect.gen(function* () {
  const changes = yield* IndexChangeRepository;
  const collections = yield* CollectionRepository;
  const plugins = yield* Plugins;
  // The changes first: an index that becomes the live one in between is then seen twice, not missed.
  const places = Effect.fnUntraced(function* (collection: CollectionRecord) {
    const current = yield* changes.current(collection.id);
    return placesOf(plugins, (yield* collections.findById(collection.id)) ?? collection, current);
  });
  return {
    index: yield* CollectionIndex,
    embeddings: yield* Embeddings,
    changes,
    collections,
    passages: yield* PassageIndex,
    plugins,
    places,
  } satisfies WriteServices;
});
