// In-memory handlers for the real contract, with enough behaviour to exercise every kind of request and response.
import { create, type MessageInitShape, type MessageShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  CollectionSchema,
  CollectionService,
  DocumentSchema,
  DocumentService,
  DocumentStatus,
  PlatformService,
  QueryService,
  SearchMode,
  type BatchUploadDocumentsRequest,
  type DownloadDocumentFileRequest,
  type DownloadDocumentFileResponseSchema,
  EventType,
  type UploadDocumentRequest,
  VectorService,
  WebhookService,
} from "@quarry/api";
import { alreadyExists, DomainError, notFound } from "@quarry/plugin/domain";
import {
  type BoundService,
  bindService,
  type CallContext,
  pagedList,
  type Principal,
} from "../../../src/rpc/handler.ts";

const TIME = timestampFromMs(Date.UTC(2026, 10, 21, 10, 0, 0, 250));

export const KEYS: Readonly<Record<string, Principal>> = {
  "s3cret-admin": { name: "secret", scope: "admin", collections: undefined, accessFilter: undefined },
  "s3cret-read": { name: "reader", scope: "read", collections: undefined, accessFilter: undefined },
  "s3cret-docs": { name: "docs only", scope: "write", collections: new Set(["docs"]), accessFilter: undefined },
};

export const authenticator = {
  authenticate: (authorization: string | undefined) => KEYS[/^bearer (.+)$/i.exec(authorization ?? "")?.[1] ?? ""],
};

export const FILE = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));

/** Steps of an upload handler, in order. */
export interface ReceivedUpload {
  readonly steps: string[];
  bytes: number;
  failure: unknown;
}

export class MemoryService {
  readonly collections = new Map<string, MessageShape<typeof CollectionSchema>>();
  readonly uploads: ReceivedUpload[] = [];
  readonly stopped: string[] = [];
  maxUploadBytes = Number.POSITIVE_INFINITY;
  /** Waits between the chunks of an upload, to simulate a slow consumer. */
  betweenChunks: () => Promise<void> = () => Promise.resolve();
  lastVectors: unknown;
  lastQuery: unknown;
  lastUpdate: unknown;
  isReady = true;
  pagesRead = 0;

  constructor() {
    this.collections.set("docs", this.#collection({ name: "docs" }));
  }

  services(): BoundService[] {
    return [
      bindService(CollectionService, {
        listCollections: async (request) => {
          const all = [...this.collections.values()];
          const page = all.slice(request.offset ?? 0, (request.offset ?? 0) + (request.limit ?? 100));
          return { collections: page, total: all.length };
        },
        createCollection: async (request) => {
          if (this.collections.has(request.name)) throw alreadyExists(`Collection '${request.name}' already exists`);
          const created = this.#collection(request as MessageInitShape<typeof CollectionSchema>);
          this.collections.set(request.name, created);
          return created;
        },
        getCollection: async (request) => this.#get(request.name),
        updateCollection: async (request) => {
          this.lastUpdate = request;
          const { $typeName: _name, clearDefaultMinScore, ...input } = request;
          const updated = { ...this.#get(request.name), ...input };
          if (clearDefaultMinScore) delete updated.defaultMinScore;
          this.collections.set(request.name, updated as MessageShape<typeof CollectionSchema>);
          return updated as MessageShape<typeof CollectionSchema>;
        },
        deleteCollection: async (request) => {
          this.#get(request.name);
          this.collections.delete(request.name);
          return { status: "ok", message: `Collection '${request.name}' deleted` };
        },
        getCollectionStats: async (request) => ({
          collection: this.#get(request.name).name,
          documentCount: 3,
          totalChunks: 41n,
          totalTokens: 9007199254n,
          totalSizeBytes: 5_000_000_000n,
          statusCounts: { ready: 2, failed: 1 },
        }),
      }),
      bindService(DocumentService, {
        uploadDocument: (requests, context) => this.#upload(requests, context),
        batchUploadDocuments: (requests, context) => this.#batchUpload(requests, context),
        downloadDocumentFile: (request, context) => this.#download(request, context),
        listChunks: async (request) => ({ chunks: pagedList(this.#chunkPages(request.limit ?? 0)), total: 3_000 }),
        watchDocumentProgress: (request, context) => this.#progress(request, context),
      }),
      bindService(VectorService, {
        upsertVectors: async (request) => {
          this.lastVectors = request;
          return { status: "ok", upserted: request.vectors.length };
        },
      }),
      bindService(QueryService, {
        query: async (request, context) => {
          this.lastQuery = request;
          context.responseHeaders.set("x-rerank-status", "skipped");
          const metadata = { page: 1, tags: ["a"], nested: { x: null } };
          const result = { id: "c1", text: "héllo", score: 0.30000000000000004, documentId: "d1", metadata };
          return { results: [result], query: request.query, collection: request.collectionName, total: 1 };
        },
        multiQuery: async (request) => ({ query: request.query }),
      }),
      bindService(PlatformService, {
        getHealth: async () => ({ status: "ok", version: "1" }),
        getReadiness: async (_request, context) => {
          if (!this.isReady) context.status = 503;
          return { status: this.isReady ? "ok" : "degraded", version: "1", database: this.isReady };
        },
        getPlatformStats: async () => {
          throw new Error("database password is hunter2");
        },
      }),
      bindService(WebhookService, {
        createWebhook: async ({ url, events, collections }) => ({
          ...hook,
          url,
          events,
          ...(collections && { collections }),
          secret: "whsec",
        }),
        updateWebhook: async (request) => {
          this.lastUpdate = request;
          return hook;
        },
      }),
    ];
  }

  #get(name: string) {
    const found = this.collections.get(name);
    if (found === undefined) throw notFound(`Collection '${name}' not found`);
    return found;
  }

  /** Yields pages of 100 chunks of about 1 KB, in the order of their numbers. Chunk 2,000 can't be read. */
  async *#chunkPages(count: number) {
    try {
      for (let start = 0; start < count; start += 100) {
        if (start === 2_000) throw new Error("the index is away");
        this.pagesRead += 1;
        yield Array.from({ length: Math.min(100, count - start) }, (_, index) => ({
          id: `c${start + index}`,
          text: "é".repeat(500),
          chunkIndex: start + index,
          metadata: { page: null },
        }));
      }
    } finally {
      this.stopped.push("chunks");
    }
  }

  #collection(input: MessageInitShape<typeof CollectionSchema>) {
    return create(CollectionSchema, {
      id: "7f0c2b1e-6a2b-4b7e-9a51-0d0a3d1f9a10",
      embeddingProvider: "provider_a",
      embeddingModel: "text-embedding-3-small",
      dimension: 1536,
      chunkSize: 512,
      chunkOverlap: 50,
      rerankingModel: "rerank-v3.5",
      defaultTopK: 10,
      defaultSearchMode: SearchMode.SEMANTIC,
      createdAt: TIME,
      updatedAt: TIME,
      ...(Object.fromEntries(Object.entries(input).filter(([key]) => key !== "$typeName")) as object),
    });
  }

  async #consume(
    requests: AsyncIterable<UploadDocumentRequest | BatchUploadDocumentsRequest>,
  ): Promise<ReceivedUpload> {
    const seen: ReceivedUpload = { steps: [], bytes: 0, failure: undefined };
    this.uploads.push(seen);
    try {
      for await (const { message } of requests) {
        if (message.case === "header") seen.steps.push(`header ${message.value.collectionName}`);
        else if (message.case === "metadata") seen.steps.push(`metadata ${JSON.stringify(message.value)}`);
        else if (message.case === "file") seen.steps.push(`file ${message.value.filename} ${message.value.mediaType}`);
        else if (message.case === "chunk") {
          await this.betweenChunks();
          seen.bytes += message.value.byteLength;
          if (seen.bytes > this.maxUploadBytes) {
            throw new DomainError({ code: "too_large", message: `file: must be at most ${this.maxUploadBytes} bytes` });
          }
        }
        if (message.case === "header" && message.value.collectionName === "missing") throw notFound("no collection");
      }
    } catch (error) {
      seen.failure = error;
      throw error;
    }
    return seen;
  }

  async #upload(requests: AsyncIterable<UploadDocumentRequest>, _context: CallContext) {
    const seen = await this.#consume(requests);
    return create(DocumentSchema, { ...document, fileSize: BigInt(seen.bytes) });
  }

  async #batchUpload(requests: AsyncIterable<BatchUploadDocumentsRequest>, _context: CallContext) {
    const seen = await this.#consume(requests);
    const names = seen.steps.filter((step) => step.startsWith("file "));
    return { documents: [], errors: names.map((filename) => ({ filename, error: "no" })), total: 0 };
  }

  async *#download(
    request: DownloadDocumentFileRequest,
    context: CallContext,
  ): AsyncGenerator<MessageInitShape<typeof DownloadDocumentFileResponseSchema>> {
    if (request.documentId === "missing") throw notFound("Document 'missing' not found");
    const endless = request.documentId === "endless";
    const size = endless ? 1n << 40n : BigInt(FILE.length);
    const wanted = request.offset ?? 0n;
    const offset = wanted < 0n ? (size + wanted > 0n ? size + wanted : 0n) : wanted < size ? wanted : size;
    const rest = size - offset;
    const length = request.length !== undefined && request.length < rest ? request.length : rest;
    const filename = 'naïve "report" €.pdf';
    const info = { filename, mediaType: "application/pdf", size, etag: "abc", offset, length };
    try {
      yield { message: { case: "info", value: info } };
      if (request.documentId === "unreadable") throw new Error("can't open");
      while (endless && !context.signal.aborted) yield { message: { case: "chunk", value: new Uint8Array(65_536) } };
      const end = Number(offset + length);
      for (let start = Number(offset); start < end; start += 300) {
        yield { message: { case: "chunk", value: FILE.subarray(start, Math.min(start + 300, end)) } };
        if (request.documentId === "short") return;
        if (request.documentId === "broken") throw new Error("disk error");
      }
    } finally {
      this.stopped.push(`download ${request.documentId}`);
    }
  }

  async *#progress(request: { documentId: string }, context: CallContext) {
    if (request.documentId === "missing") throw notFound("Document 'missing' not found");
    try {
      yield { step: "parsing", status: "in_progress", message: "", progress: 25 };
      if (request.documentId === "broken") throw new Error("stream error");
      if (request.documentId === "live") await aborted(context.signal);
      if (request.documentId === "flood") {
        while (!context.signal.aborted) yield { step: "x".repeat(65_536) };
      }
      yield { step: "complete", status: "completed", message: "", progress: 100 };
    } finally {
      this.stopped.push(`progress ${request.documentId}`);
    }
  }
}

const document = {
  id: "d1",
  collectionId: "7f0c2b1e-6a2b-4b7e-9a51-0d0a3d1f9a10",
  filename: "a.txt",
  fileType: "txt",
  status: DocumentStatus.PENDING,
  createdAt: TIME,
  updatedAt: TIME,
};

const hook = {
  id: "w1",
  url: "https://example.com",
  events: [EventType.DOCUMENT_READY],
  active: true,
  createdAt: TIME,
  updatedAt: TIME,
};

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve());
  });
