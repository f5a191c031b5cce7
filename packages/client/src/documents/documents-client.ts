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

/** The rpcs of DocumentService, and what takes more than one call. */
export interface DocumentsClient extends DocumentServiceCalls {
  /** Uploads one file. It is durable when this resolves; processing follows. */
  readonly upload: (collection: string, source: UploadSource, options?: UploadOptions) => Promise<Document>;
  /** Opens the original file. */
  readonly download: (collection: string, documentId: string, options?: DownloadOptions) => Promise<Download>;
  /** Opens the picture of a page of a PDF or an image, a PNG or WebP. */
  readonly pageImage: (
    collection: string,
    documentId: string,
    page: number,
    options?: DownloadOptions & {
      /** Width in pixels, rounded up to the next of the service's steps. Default 1280. */
      readonly width?: number;
    },
  ) => Promise<Download>;
  /** The whole text as it was read, piece by piece; between two pages stands a form feed in place of a line break. */
  readonly text: (
    collection: string,
    documentId: string,
    options?: { readonly signal?: AbortSignal },
  ) => AsyncIterable<string>;
  /** The whole document as GitHub Flavored Markdown, piece by piece; in front of each page stands `<!-- page 3 -->`. */
  readonly markdown: (
    collection: string,
    documentId: string,
    options?: { readonly signal?: AbortSignal },
  ) => AsyncIterable<string>;
  /** One of the document's tables, counted from 1 on, as CSV, piece by piece. */
  readonly tableCsv: (
    collection: string,
    documentId: string,
    table: number,
    options?: { readonly signal?: AbortSignal },
  ) => AsyncIterable<string>;
  /** The steps of a document's processing until the final one; connects again when the connection breaks. */
  readonly watch: (
    collection: string,
    documentId: string,
    options?: { readonly signal?: AbortSignal },
  ) => AsyncIterable<DocumentProgress>;
  /** The document once it is ready; a DocumentFailedError when its processing failed. */
  readonly waitUntilReady: (collection: string, documentId: string, options?: WaitOptions) => Promise<Document>;
  /** All documents, oldest first or as `sort` says, page by page as they are asked for. */
  readonly all: (collection: string, filter?: DocumentFilter) => AsyncIterable<Document>;
}

export interface DocumentFilter {
  readonly status?: DocumentStatus;
  /** Only those that failed, and by whose failure. */
  readonly failedBy?: FailureSource;
  /** A filter, as JSON. */
  readonly filters?: string;
  /** Part of the file's name, case-insensitive. */
  readonly filename?: string;
  /** The extension without the dot. */
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
  /** Sends a file where the transport can't stream requests; undefined when it can. */
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
