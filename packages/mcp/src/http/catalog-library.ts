import { Scope } from "@quarry/api";
import { type ChunkListing, Collections, Documents, Queries } from "@quarry/catalog";
import { runEffect } from "@quarry/rpc";
import { authorize, type Principal } from "@quarry/rpc/handler";
import type { Passage } from "@quarry/search";
import type { CollectionRecord, DocumentRecord } from "@quarry/store";
import { Effect } from "effect";
import type { CollectionSummary, DocumentSummary, Library } from "../library.ts";

/** What a caller of this service may see of it. */
export type CatalogLibrary = (principal: Principal) => Library;

/** The library of the service that this process is. */
export const makeCatalogLibrary: Effect.Effect<CatalogLibrary, never, Collections | Documents | Queries> = Effect.gen(
  function* () {
    const collections = yield* Collections;
    const documents = yield* Documents;
    const queries = yield* Queries;
    return (principal) => {
      const check = (name: string): void => authorize(principal, Scope.READ, name);
      return {
        listCollections: async (window, signal) => {
          // A key that is limited to some collections must not learn of others.
          const names = principal.collections === undefined ? {} : { names: [...principal.collections] };
          const { items, total } = await runEffect(collections.list({ ...window, ...names }), signal);
          return { items: items.map(toCollection), total };
        },

        listDocuments: async (name, { status, ...window }, signal) => {
          check(name);
          const request = { ...window, ...(status !== undefined && { status }) };
          const { items, total } = await runEffect(documents.list(name, request), signal);
          return { items: items.map(toDocument), total };
        },

        search: async (names, request, signal) => {
          names.forEach(check);
          const { results, rerankStatus } = await runEffect(queries.queryMany(names, request), signal);
          return { hits: results, rerankStatus };
        },

        listChunks: async (name, documentId, window, signal) => {
          check(name);
          const listing = await runEffect(documents.chunks(name, documentId, window), signal);
          return { items: await allOf(listing, signal), total: listing.total };
        },
      };
    };
  },
);

const allOf = async (listing: ChunkListing, signal: AbortSignal): Promise<readonly Passage[]> => {
  const passages = [...listing.first];
  while (passages.length < listing.count) {
    passages.push(...(await runEffect(listing.next(passages.length, passages.at(-1)!), signal)));
  }
  return passages;
};

const toCollection = (record: CollectionRecord): CollectionSummary => ({
  name: record.name,
  description: record.description,
  documentCount: record.documentCount,
  defaultSearchMode: record.defaultSearchMode,
});

const toDocument = (record: DocumentRecord): DocumentSummary => ({
  id: record.id,
  filename: record.filename,
  fileType: record.fileType,
  fileSize: record.fileSize,
  status: record.status,
  errorMessage: record.errorMessage,
  chunkCount: record.chunkCount,
  metadata: record.metadata,
  createdAt: record.createdAt,
});
