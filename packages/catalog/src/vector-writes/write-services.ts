import { PassageIndex, type PassageIndexError } from "@quarry/index";
import type { DomainError } from "@quarry/plugin/domain";
import { Embeddings } from "@quarry/embedding";
import { Plugins } from "@quarry/host";
import type { PluginError } from "@quarry/plugin";
import {
  type CollectionRecord,
  CollectionRepository,
  IndexChangeRepository,
  type SecretBoxError,
  type StoreError,
} from "@quarry/store";
import { Effect } from "effect";
import { CollectionIndex } from "../collection-index.ts";
import { targetsOf } from "./vector-targets.ts";

export type WriteFailure = DomainError | StoreError | SecretBoxError | PassageIndexError | PluginError;

/** Services that writes of vectors depend on. */
export type WriteServices = Effect.Success<typeof writeServices>;

export const writeServices = Effect.gen(function* () {
  const changes = yield* IndexChangeRepository;
  const collections = yield* CollectionRepository;
  const embeddings = yield* Embeddings;
  const index = yield* CollectionIndex;
  const passages = yield* PassageIndex;
  const plugins = yield* Plugins;
  /** Returns all current indexes of the collection; for a deleted collection, according to the given record. */
  const targets = Effect.fnUntraced(function* (collection: CollectionRecord) {
    // Changes are read first: an index that becomes live in between is then seen twice, not missed.
    const current = yield* changes.current(collection.id);
    return targetsOf(plugins, (yield* collections.findById(collection.id)) ?? collection, current);
  });
  return { changes, collections, embeddings, index, passages, targets, plugins };
});
