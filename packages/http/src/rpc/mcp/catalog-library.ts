import type { Passage } from "@quarry/index";
import { create } from "@bufbuild/protobuf";
import { HighlightSchema, Scope } from "@quarry/api";
import {
  type ChunkListing,
  Collections,
  DocumentPages,
  Documents,
  Facets,
  makeSeenCollection,
  Queries,
} from "@quarry/catalog";
import { runFor } from "../run-effect.ts";
import { authorize, type CallContext, type Principal } from "../handler.ts";

import type { CollectionRecord } from "@quarry/store";
import { yieldToOthers } from "@quarry/plugin/time-slice";
import { Effect } from "effect";
import { type CollectionSummary, type DocumentSummary, type Library, QUOTE, withListedMetadata } from "@quarry/mcp";

/** Returns the library, restricted to what the caller may access. */
export type CatalogLibrary = (principal: Principal) => Library;

/** Creates the library of the service that runs in this process. */
export const makeCatalogLibrary = Effect.gen(function* () {
  const collections = yield* Collections;
  const seen = yield* makeSeenCollection;
  const documents = yield* Documents;
  const pages = yield* DocumentPages;
  const facets = yield* Facets;
  const queries = yield* Queries;
  const libraryOf: CatalogLibrary = (principal) => {
    const check = (name: string): void => authorize(principal, Scope.READ, name);
    return {
      listCollections: async (window, signal) => {
        // A key that is limited to certain collections must not learn about others.
        const names = principal.collections === undefined ? {} : { names: [...principal.collections] };
        const listed = Effect.flatMap(collections.list({ ...window, ...names }), ({ items, total }) =>
          Effect.map(Effect.forEach(items, seen), (all) => ({ items: all.map(toCollection), total })),
        );
        return runFor({ principal, signal }, listed);
      },

      listDocuments: async (name, { status, filters, ...requested }, signal) => {
        check(name);
        const request = {
          ...requested,
          ...(status !== undefined && { status }),
          ...(filters !== undefined && { filters: JSON.stringify(filters) }),
        };
        const { items, total } = await runFor({ principal, signal }, documents.list(name, request));
        const reported: DocumentSummary[] = [];
        for (const item of items) {
          reported.push(withListedMetadata(item));
          // The metadata of one collection can have thousands of values.
          await yieldToOthers();
        }
        return { items: reported, total };
      },

      countValues: async (name, { fields, ...requested }, signal) => {
        check(name);
        const counted = await runFor({ principal, signal }, facets.count(name, { fields, ...requested }));
        return {
          total: counted.total,
          fields: counted.facets.map(({ values, valueCount, present, missing, numbers, dates }, index) => ({
            ...{ field: fields[index]!, values, valueCount, documents: present, missing, ...numbers },
            ...{ earliest: dates?.min, latest: dates?.max },
          })),
        };
      },

      search: async (names, request, signal) => {
        names.forEach(check);
        const { results, ...answer } = await runFor(
          { principal, signal },
          queries.queryMany(names, { ...request, highlight: QUOTED }),
        );
        const hits = results.map((result) => ({ ...result, quote: result.highlights?.[0]?.text }));
        return { hits, rerankStatus: answer.rerankStatus, wordsLeftOut: answer.termsLeftOut };
      },

      listChunks: async (name, documentId, window, signal) => {
        check(name);
        const listing = await runFor({ principal, signal }, documents.chunks(name, documentId, window));
        return { items: await allOf(listing, { principal, signal }), total: listing.total };
      },

      getPage: async (name, documentId, page, signal) => {
        check(name);
        return runFor({ principal, signal }, pages.text(name, documentId, page));
      },
    };
  };
  return libraryOf;
});

const QUOTED = create(HighlightSchema, QUOTE);

const allOf = async (
  listing: ChunkListing,
  caller: Pick<CallContext, "principal" | "signal">,
): Promise<readonly Passage[]> => {
  const passages = [...listing.first];
  while (passages.length < listing.count) {
    passages.push(...(await runFor(caller, listing.next(passages.length, passages.at(-1)!))));
  }
  return passages;
};

const toCollection = (record: CollectionRecord): CollectionSummary => ({
  name: record.name,
  description: record.description,
  documentCount: record.documentCount,
  defaultSearchMode: record.defaultSearchMode,
});
