import type { MessageInitShape } from "@bufbuild/protobuf";
import { type DocumentStateSchema, DocumentService } from "@quarry/api";
import { type DocumentFile, type DocumentName, Documents, Facets, FilterFields } from "@quarry/catalog";
import { invalidArgument, type JsonObject, limits, mediaTypeOf } from "@quarry/plugin/domain";
import { ProgressHub } from "@quarry/events";
import { onBehalfOf } from "@quarry/jobs";
import type { DocumentRecord } from "@quarry/store";
import { Effect } from "effect";
import { byIdAlone, type InCollection } from "./by-id-handlers.ts";
import { chunkPages } from "./chunk-pages.ts";
import { type Range, rangeOf } from "./download-range.ts";
import { fromFacetRequest, toFacetResponse } from "./facet-messages.ts";
import { bindWholeService, type CallContext, pagedList } from "./handler.ts";
import { entityTagOf, ifMatchOf } from "./if-match.ts";
import {
  fromDocumentStatus,
  fromFailureSource,
  fromTimestamp,
  pageOf,
  toDocument,
  toDocumentStatus,
  toDocumentWithInfo,
} from "./messages.ts";
import { reportUnknownFields } from "./names-header.ts";
import { makePageHandlers } from "./page-handlers.ts";
import { runEffect, runFor, runToEndFor } from "./run-effect.ts";
import { makeUploadHandlers } from "./upload-handlers.ts";
import { watchManyProgress } from "./watch-many-progress.ts";
import { watchProgress } from "./watch-progress.ts";
import { makeTableHandlers } from "./table-handlers.ts";
import { WatchedRecords } from "./watched-records.ts";

/** Default number of duplicate groups on a page. */
const DEFAULT_GROUPS = 20;

/** Creates the rpcs of DocumentService. */
export const makeDocumentHandlers = Effect.gen(function* () {
  const documents = yield* Documents;
  const facets = yield* Facets;
  const fields = yield* FilterFields;
  const reportUnknown = async (context: CallContext, name: string, filters: JsonObject | string | undefined) =>
    reportUnknownFields(context, await runFor(context, fields.unknownOfDocuments(name, filters)));
  const progressSources = { documents, hub: yield* ProgressHub, records: new WatchedRecords(documents) };
  const inCollection: InCollection = {
    getDocument: async (request, context) => {
      const document = await runFor(context, documents.get(request.collectionName, nameOf(request)));
      context.responseHeaders.set("etag", entityTagOf(document.updatedAt));
      return encoderFor(request)(document);
    },

    deleteDocument: async (request, context) => {
      const removal = documents.remove(request.collectionName, nameOf(request), ifMatchOf(context));
      await runToEndFor(context, onBehalfOf(context.principal?.name)(removal));
      return { status: "ok", message: `Document '${request.byExternalId ?? request.documentId}' deleted` };
    },

    listChunks: async (request, context) => {
      const listing = await runFor(context, documents.chunks(request.collectionName, request.documentId, request));
      return { chunks: pagedList(chunkPages(listing, request.citations === true, context)), total: listing.total };
    },
  };
  return bindWholeService(DocumentService, {
    ...inCollection,
    ...byIdAlone(documents, inCollection),
    ...(yield* makeUploadHandlers),
    ...(yield* makePageHandlers),
    ...(yield* makeTableHandlers),

    listDocuments: async (request, context) => {
      const status = fromDocumentStatus(request.status);
      const failedBy = fromFailureSource(request.failedBy);
      const { filters, filename, fileType, externalId, sort, cursor } = request;
      const page = await runFor(
        context,
        documents.list(request.collectionName, {
          ...{ filters, filename, fileType, externalId, sort, cursor },
          ...pageOf(request),
          ...(status !== undefined && { status }),
          ...(failedBy !== undefined && { failedBy }),
        }),
      );
      await reportUnknown(context, request.collectionName, filters);
      return { documents: page.items.map(encoderFor(request)), total: page.total, nextCursor: page.nextCursor };
    },

    listDuplicates: async (request, context) => {
      const { limit = DEFAULT_GROUPS, cursor } = request;
      const page = await runFor(context, documents.duplicates(request.collectionName, { limit, cursor }));
      const groups = page.groups.map(({ contentHash, documents: same, hasMore }) => ({
        ...{ contentHash, hasMore },
        documents: same.map(toDocument),
      }));
      return { groups, nextCursor: page.next };
    },

    countFacets: async (request, context) => {
      const counted = await runFor(context, facets.count(request.collectionName, fromFacetRequest(request)));
      await reportUnknown(context, request.collectionName, request.filters);
      return toFacetResponse(request.fields, counted);
    },

    patchDocument: async (request, context) => {
      const patching = documents.patch(request.collectionName, nameOf(request), {
        metadata: request.metadata,
        filename: request.filename,
        externalId: request.clearExternalId ? null : request.externalId,
        expiresAt: request.clearExpiresAt ? null : request.expiresAt && fromTimestamp(request.expiresAt),
        ifUpdatedAt: request.ifUpdatedAt === undefined ? ifMatchOf(context) : fromTimestamp(request.ifUpdatedAt),
      });
      const document = await runToEndFor(context, onBehalfOf(context.principal?.name)(patching));
      context.responseHeaders.set("etag", entityTagOf(document.updatedAt));
      return toDocument(document);
    },

    reprocessDocument: async (request, context) => {
      const restart = documents.reprocess(request.collectionName, request.documentId);
      await runToEndFor(context, onBehalfOf(context.principal?.name)(restart));
      return { status: "ok", message: `Document '${request.documentId}' is queued for processing` };
    },

    batchGetDocumentStatuses: async (request, context) => {
      const found = await runFor(context, documents.getMany(request.collectionName, namesOf(request)));
      return { documents: found.map(toDocumentState), total: found.length };
    },

    batchGetDocuments: async (request, context) => {
      const found = await runFor(context, documents.getMany(request.collectionName, namesOf(request)));
      return { documents: found.map(toDocument), total: found.length };
    },

    batchDeleteDocuments: async (request, context) => {
      const removal = documents.removeMany(request.collectionName, namesOf(request));
      const { removed, missing } = await runToEndFor(context, onBehalfOf(context.principal?.name)(removal));
      const errors = missing.map(({ id, problem }) => ({ documentId: id, error: problem }));
      return { status: "ok", deleted: removed, errors };
    },

    watchDocumentProgress: (request, context) => watchProgress(progressSources, request, context),

    watchDocumentsProgress: (request, context) => watchManyProgress(progressSources, request, context),

    downloadDocumentFile: async function* (request, context) {
      const file = await runToEndFor(context, documents.file(request.collectionName, request.documentId));
      const range = rangeOf(request, file.document.fileSize);
      const content = await runEffect(file.read({ start: range.offset, end: range.offset + range.length }));
      yield { message: { case: "info" as const, value: fileInfo(file, range) } };
      for await (const chunk of content.bytes) yield { message: { case: "chunk" as const, value: chunk } };
    },
  });
});

/** Returns the document that the request names. */
const nameOf = ({
  documentId,
  byExternalId,
}: {
  readonly documentId: string;
  readonly byExternalId?: string | undefined;
}): DocumentName => (byExternalId === undefined ? documentId : { externalId: byExternalId });

/** Returns the documents that the request names. Throws `invalid_argument` if there are none, or too many. */
const namesOf = ({
  documentIds,
  externalIds,
}: {
  readonly documentIds: readonly string[];
  readonly externalIds: readonly string[];
}): readonly DocumentName[] => {
  const maxNames = limits.MAX_BATCH_DOCUMENTS;
  const count = documentIds.length + externalIds.length;
  if (count >= 1 && count <= maxNames) return [...documentIds, ...externalIds.map((externalId) => ({ externalId }))];
  const fields = externalIds.length === 0 ? "document_ids" : "document_ids, external_ids";
  throw invalidArgument(`${fields}: must have 1 to ${maxNames} items, got ${count}`);
};

const encoderFor = (request: { readonly info?: boolean | undefined }) =>
  request.info === true ? toDocumentWithInfo : toDocument;

const toDocumentState = (document: DocumentRecord): MessageInitShape<typeof DocumentStateSchema> => ({
  id: document.id,
  status: toDocumentStatus(document.status),
  ...(document.errorMessage !== null && { errorMessage: document.errorMessage }),
  chunkCount: document.chunkCount,
});

const fileInfo = ({ document }: DocumentFile, range: Range) => ({
  filename: document.filename,
  mediaType: mediaTypeOf(document.fileType),
  size: BigInt(document.fileSize),
  etag: document.contentHash,
  offset: BigInt(range.offset),
  length: BigInt(range.length),
});
