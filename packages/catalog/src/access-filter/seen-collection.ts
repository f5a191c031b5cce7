import type { DomainError } from "@quarry/plugin/domain";
import { type CollectionRecord, DocumentRepository, type StoreError } from "@quarry/store";
import { Effect } from "effect";
import { FilterScheduler } from "../schedulers.ts";
import { callersAccessFilter } from "./within-access-filter.ts";

/**
 * A collection as its caller sees it: it counts only documents that match the caller's access filter and have not
 * expired.
 */
export type SeenCollection = (
  collection: CollectionRecord,
) => Effect.Effect<CollectionRecord, DomainError | StoreError>;

export const makeSeenCollection: Effect.Effect<SeenCollection, never, DocumentRepository> = Effect.map(
  DocumentRepository,
  (documents): SeenCollection =>
    Effect.fnUntraced(function* (collection) {
      const accessFilter = yield* callersAccessFilter;
      if (accessFilter === undefined) {
        const expired = yield* documents.expiredIn(collection.id);
        return expired === 0 ? collection : { ...collection, documentCount: collection.documentCount - expired };
      }
      const { total } = yield* (yield* FilterScheduler).admit(
        documents.idsMatching(collection.id, { filter: accessFilter.filter }, 0),
      );
      return { ...collection, documentCount: total };
    }),
);
