import { create } from "@bufbuild/protobuf";
import {
  DeleteDocumentRequestSchema,
  type DocumentService,
  GetDocumentRequestSchema,
  ListChunksRequestSchema,
} from "@quarry/api";
import type { DocumentsShape } from "@quarry/catalog";
import type { CallContext, Handlers } from "./handler.ts";
import { runFor } from "./run-effect.ts";

type DocumentHandlers = Handlers<typeof DocumentService>;

export type InCollection = Pick<DocumentHandlers, "getDocument" | "deleteDocument" | "listChunks">;

type ByIdAlone = Pick<DocumentHandlers, "getDocumentById" | "deleteDocumentById" | "listChunksById">;

/**
 * Builds the variants of the rpcs that take only a document's id: they look up its collection, if the caller may access
 * it.
 */
export const byIdAlone = (documents: DocumentsShape, inCollection: InCollection): ByIdAlone => {
  const collectionOf = (documentId: string, context: CallContext) =>
    runFor(context, documents.collectionOf(documentId, context.principal?.collections));
  return {
    getDocumentById: async ({ documentId, info }, context) => {
      const collectionName = await collectionOf(documentId, context);
      const request = create(GetDocumentRequestSchema, { collectionName, documentId, info });
      return inCollection.getDocument(request, context);
    },
    deleteDocumentById: async ({ documentId }, context) => {
      const collectionName = await collectionOf(documentId, context);
      return inCollection.deleteDocument(create(DeleteDocumentRequestSchema, { collectionName, documentId }), context);
    },
    listChunksById: async ({ documentId, limit, offset, citations }, context) => {
      const collectionName = await collectionOf(documentId, context);
      const request = create(ListChunksRequestSchema, { collectionName, documentId, limit, offset, citations });
      return inCollection.listChunks(request, context);
    },
  };
};
