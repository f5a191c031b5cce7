import type { Transport } from "@connectrpc/connect";
import { DocumentService } from "@quarry/api";
import type { RetryPolicy } from "../calls/retry.ts";
import type {
  Document,
  DocumentProgress,
  DocumentServiceCalls,
  DocumentStatus,
  FailureSource,
} from "../contract.gen.ts";
import { allPages } from "../paging.ts";
import { serviceCalls } from "../plain/service-calls.ts";
import { type Upload, uploadWith } from "../upload/upload.ts";
import type { UploadOptions } from "../upload/upload-options.ts";
import type { UploadSource } from "../upload/upload-source.ts";
import { uploadStream } from "../upload/upload-stream.ts";
import { type Download, download, type DownloadOptions } from "./download.ts";
import { documentText } from "./document-text.ts";
import { waitUntilReady, type WaitOptions } from "./wait-until-ready.ts";
import { watch } from "./watch.ts";

/** Rpcs of DocumentService, and operations that take several calls. */
export interface DocumentsClient extends DocumentServiceCalls {
  /** Uploads one file. The file is durable when this resolves; its processing follows. */
  readonly upload: (collection: string, source: UploadSource, options?: UploadOptions) => Promise<Document>;
  /** Opens the original file. */
  readonly download: (collection: string, documentId: string, options?: DownloadOptions) => Promise<Download>;
  /** Opens the image of a page of a PDF or an image file, as PNG or WebP. */
  readonly pageImage: (
    collection: string,
    documentId: string,
    page: number,
    options?: DownloadOptions & {
      /** Width in pixels, rounded up to the next width that the service supports. Default 1280. */
      readonly width?: number;
    },
  ) => Promise<Download>;
  /** Returns the whole extracted text in chunks. Pages are separated by a form feed instead of a line break. */
  readonly text: (
    collection: string,
    documentId: string,
    options?: { readonly signal?: AbortSignal },
  ) => AsyncIterable<string>;
  /** Returns the whole document as GitHub Flavored Markdown in chunks. Each page begins with `<!-- page 3 -->`. */
  readonly markdown: (
    collection: string,
    documentId: string,
    options?: { readonly signal?: AbortSignal },
  ) => AsyncIterable<string>;
  /** Returns one of the document's tables, numbered from 1, as CSV in chunks. */
  readonly tableCsv: (
    collection: string,
    documentId: string,
    table: number,
    options?: { readonly signal?: AbortSignal },
  ) => AsyncIterable<string>;
  /** Yields the steps of a document's processing up to the final one. Reconnects if the connection breaks. */
  readonly watch: (
    collection: string,
    documentId: string,
    options?: { readonly signal?: AbortSignal },
  ) => AsyncIterable<DocumentProgress>;
  /** Resolves with the document once it is ready. Throws a DocumentFailedError if its processing failed. */
  readonly waitUntilReady: (collection: string, documentId: string, options?: WaitOptions) => Promise<Document>;
  /** Returns all documents, oldest first or in the order of `sort`. Pages are fetched on demand. */
  readonly all: (collection: string, filter?: DocumentFilter) => AsyncIterable<Document>;
}

export interface DocumentFilter {
  readonly status?: DocumentStatus;
  /** Returns only failed documents, by the source of the failure. */
  readonly failedBy?: FailureSource;
  /** Filter as JSON. */
  readonly filters?: string;
  /** Substring of the file name, case-insensitive. */
  readonly filename?: string;
  /** File extension without the dot. */
  readonly fileType?: string;
  /** `created_at`, `updated_at`, `filename`, `file_size` or `chunk_count`, with `-` before it for descending. */
  readonly sort?: string;
  /** Adds `info` to each document. Default false. */
  readonly info?: boolean;
  readonly signal?: AbortSignal;
}

export interface DocumentsClientParts {
  readonly transport: Transport;
  readonly retry: RetryPolicy;
  /** Sends a file if the transport can't stream requests. Undefined if it can. */
  readonly sendForm: ((upload: Upload, signal: AbortSignal) => Promise<Document>) | undefined;
}

export const documentsClient = ({ transport, retry, sendForm }: DocumentsClientParts): DocumentsClient => {
  const service = serviceCalls<DocumentServiceCalls>(DocumentService, transport);
  const send = sendForm ?? ((upload: Upload, signal: AbortSignal) => uploadStream(service, upload, signal));
  return {
    ...service,
    upload: uploadWith(retry, send),
    download: (collectionName, documentId, options = {}) =>
      download(
        (part, call) => service.downloadDocumentFile({ collectionName, documentId, ...part }, call),
        retry,
        options,
      ),
    pageImage: (collectionName, documentId, page, { width, ...options } = {}) => {
      const requested = { collectionName, documentId, page, ...(width !== undefined && { width }) };
      return download((part, call) => service.getDocumentPageImage({ ...requested, ...part }, call), retry, options);
    },
    text: (collectionName, documentId, options = {}) =>
      documentText(service.getDocumentText({ collectionName, documentId }, options)),
    markdown: (collectionName, documentId, options = {}) =>
      documentText(service.getDocumentMarkdown({ collectionName, documentId }, options)),
    tableCsv: (collectionName, documentId, table, options = {}) =>
      documentText(service.getDocumentTableCsv({ collectionName, documentId, table }, options)),
    watch: (collectionName, documentId, options = {}) =>
      watch(service, retry, { collectionName, documentId }, options.signal),
    waitUntilReady: (collectionName, documentId, options = {}) =>
      waitUntilReady(service, retry, { collectionName, documentId }, options),
    all: (collectionName, { signal, ...filter } = {}) =>
      allPages(async (window) => {
        const request = { collectionName, ...filter, ...window };
        return (await service.listDocuments(request, signal === undefined ? {} : { signal })).documents;
      }),
  };
};
