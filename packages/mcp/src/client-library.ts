import type { QuarryClient } from "@quarry/client";
import type { JsonObject } from "@quarry/plugin/domain";
import { type Library, QUOTE } from "./library.ts";
import { reportingFailure } from "./reporting-failure.ts";
import { withListedMetadata } from "./tools/bounds.ts";

/**
 * Creates the library of a remote service, restricted to what the key may see: the service checks the key at each call.
 */
export const clientLibrary = (client: QuarryClient): Library => ({
  listCollections: (window, signal) =>
    reportingFailure(async () => {
      const { collections, total } = await client.collections.listCollections(window, { signal });
      return { items: collections, total };
    }),

  listDocuments: (collectionName, { status, filters, ...requested }, signal) =>
    reportingFailure(async () => {
      const request = {
        collectionName,
        ...requested,
        ...(status !== undefined && { status }),
        ...(filters !== undefined && { filters: JSON.stringify(filters) }),
      };
      const { documents, total } = await client.documents.listDocuments(request, { signal });
      return { items: documents.map(withListedMetadata), total };
    }),

  countValues: (collectionName, { fields, filters, limit }, signal) =>
    reportingFailure(async () => {
      const request = { collectionName, fields: [...fields], limit, ...(filters && { filters: structOf(filters) }) };
      const { total, facets } = await client.documents.countFacets(request, { signal });
      return {
        total,
        fields: facets.map(({ field, values, valueCount, documents, missing, min, max, earliest, latest }) => ({
          ...{ field, valueCount, documents, missing, min, max, earliest, latest },
          values: values.map(({ string, number, boolean, count }) => ({ value: string ?? number ?? boolean!, count })),
        })),
      };
    }),

  search: (collections, request, signal) =>
    reportingFailure(async () => {
      let reported = new Headers();
      const { results } = await client.queries.multiQuery(
        {
          ...request,
          collections: [...collections],
          filters: request.filters && structOf(request.filters),
          highlight: QUOTE,
        },
        { signal, onHeader: (headers) => (reported = headers) },
      );
      const hits = results.map((result) => ({
        ...result,
        collection: result.collection ?? "",
        quote: result.highlights?.[0]?.text,
      }));
      return {
        hits,
        rerankStatus: reported.get("x-rerank-status"),
        wordsLeftOut: Number(reported.get("x-query-words-left-out") ?? 0),
      };
    }),

  listChunks: (collectionName, documentId, window, signal) =>
    reportingFailure(async () => {
      const { chunks, total } = await client.documents.listChunks(
        { collectionName, documentId, ...window },
        { signal },
      );
      return { items: chunks, total };
    }),

  getPage: (collectionName, documentId, page, signal) =>
    reportingFailure(async () => {
      const found = await client.documents.getDocumentPage({ collectionName, documentId, page }, { signal });
      return { text: found.text, pageCount: found.pageCount, isCut: found.truncated };
    }),
});

// Type of a protobuf Struct, which is any JSON object; the two types are unrelated.
type Struct = Parameters<QuarryClient["queries"]["multiQuery"]>[0]["filters"];

const structOf = (value: JsonObject): NonNullable<Struct> => value as NonNullable<Struct>;
