import { DocumentStatus, type QuarryClient, SearchMode } from "@quarry/client";
import type { DocumentStatus as DomainStatus, JsonObject, SearchMode as DomainMode } from "@quarry/plugin/domain";
import { type Library, QUOTE } from "./library.ts";
import { telling } from "./telling.ts";
import { listedMetadata } from "./tools/bounds.ts";

const MODES: Readonly<Record<DomainMode, SearchMode>> = {
  semantic: SearchMode.SEMANTIC,
  keyword: SearchMode.KEYWORD,
  hybrid: SearchMode.HYBRID,
};

const STATUSES: Readonly<Record<DomainStatus, DocumentStatus>> = {
  pending: DocumentStatus.PENDING,
  processing: DocumentStatus.PROCESSING,
  ready: DocumentStatus.READY,
  failed: DocumentStatus.FAILED,
};

const nameOf = <Name extends string>(names: Readonly<Record<Name, number>>, value: number): Name =>
  (Object.keys(names) as Name[]).find((name) => names[name] === value)!;

/** The library of a service elsewhere, as its key may see it: the service checks the key at each call. */
export const clientLibrary = (client: QuarryClient): Library => ({
  listCollections: (window, signal) =>
    telling(async () => {
      const { collections, total } = await client.collections.listCollections(window, { signal });
      return {
        items: collections.map(({ name, description, documentCount, defaultSearchMode }) => ({
          name,
          description,
          documentCount,
          defaultSearchMode: nameOf(MODES, defaultSearchMode),
        })),
        total,
      };
    }),

  listDocuments: (collectionName, { status, filters, ...asked }, signal) =>
    telling(async () => {
      const request = {
        collectionName,
        ...asked,
        ...(status !== undefined && { status: STATUSES[status] }),
        ...(filters !== undefined && { filters: JSON.stringify(filters) }),
      };
      const { documents, total } = await client.documents.listDocuments(request, { signal });
      return {
        items: documents.map((document) => ({
          id: document.id,
          filename: document.filename,
          fileType: document.fileType,
          fileSize: Number(document.fileSize),
          status: nameOf(STATUSES, document.status),
          errorMessage: document.errorMessage ?? null,
          chunkCount: document.chunkCount,
          metadata: listedMetadata(jsonOf(document.metadata)),
          createdAt: isoOf(document.createdAt),
        })),
        total,
      };
    }),

  countValues: (collectionName, { fields, filters, limit }, signal) =>
    telling(async () => {
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
    telling(async () => {
      let told = new Headers();
      const { results } = await client.queries.multiQuery(
        {
          ...request,
          collections: [...collections],
          searchMode: request.searchMode && MODES[request.searchMode],
          filters: request.filters && structOf(request.filters),
          highlight: QUOTE,
        },
        { signal, onHeader: (headers) => (told = headers) },
      );
      const hits = results.map(({ collection, documentId, chunkIndex, score, text, metadata, highlights }) => ({
        collection: collection ?? "",
        documentId,
        chunkIndex,
        score,
        quote: highlights?.fragments[0]?.text,
        text,
        metadata: jsonOf(metadata),
      }));
      return {
        hits,
        rerankStatus: told.get("x-rerank-status"),
        wordsLeftOut: Number(told.get("x-query-words-left-out") ?? 0),
      };
    }),

  listChunks: (collectionName, documentId, window, signal) =>
    telling(async () => {
      const { chunks, total } = await client.documents.listChunks(
        { collectionName, documentId, ...window },
        { signal },
      );
      const items = chunks.map(({ text, chunkIndex, metadata }) => ({ text, chunkIndex, metadata: jsonOf(metadata) }));
      return { items, total };
    }),

  getPage: (collectionName, documentId, page, signal) =>
    telling(async () => {
      const found = await client.documents.getDocumentPage({ collectionName, documentId, page }, { signal });
      return { text: found.text, pageCount: found.pageCount, isCut: found.truncated };
    }),
});

// A protobuf Struct is any JSON object; the types just don't know of each other.
type Struct = Parameters<QuarryClient["queries"]["multiQuery"]>[0]["filters"];

const structOf = (value: JsonObject): NonNullable<Struct> => value as NonNullable<Struct>;

const jsonOf = (metadata: object | undefined): JsonObject => (metadata ?? {}) as JsonObject;

const MS_PER_SECOND = 1_000;
const NS_PER_MS = 1_000_000;

const isoOf = (time: { readonly seconds: bigint; readonly nanos: number } | undefined): string =>
  time === undefined ? "" : new Date(Number(time.seconds) * MS_PER_SECOND + time.nanos / NS_PER_MS).toISOString();
