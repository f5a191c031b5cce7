import { checkDeclared } from "./declared-failures.ts";
import type { Chunk, Collection, Document, DocumentStatus, QueryAnswer, Status } from "./resources.ts";
import { until } from "./until.ts";

/** Response, read completely. */
export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** JSON body; for a failure it has only `detail`. */
  readonly body: Body;
}

export interface Failure {
  readonly detail: string;
}

export interface CallOptions {
  readonly json?: unknown;
  readonly body?: RequestInit["body"];
  readonly headers?: Readonly<Record<string, string>>;
  /** Bearer token. Default: the server's secret. Null sends no `Authorization`. */
  readonly token?: string | null;
  /** Disconnects the caller when it aborts. */
  readonly signal?: AbortSignal;
}

export interface UploadOptions {
  readonly collection: string;
  readonly filename: string;
  readonly bytes: Uint8Array | string;
  readonly metadata?: unknown;
}

/** Time limit for a response; the service's own limits are shorter. */
const CALL_DEADLINE_MS = 120_000;

/** Client that calls a running server only through its public HTTP interface. */
export class Api {
  readonly address: string;
  readonly #secret: string;

  constructor(address: string, secret: string) {
    this.address = address;
    this.#secret = secret;
  }

  async call<Body = Failure>(method: string, path: string, options: CallOptions = {}): Promise<Answer<Body>> {
    const response = await this.fetch(method, path, options);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    const body: unknown = isJson ? JSON.parse(text) : undefined;
    if (!response.ok) checkDeclared(method, path, body);
    return { status: response.status, headers: response.headers, text, body: body as Body };
  }

  /** Returns the unread response, for bytes and streams. */
  fetch(method: string, path: string, options: CallOptions = {}): Promise<Response> {
    const headers = new Headers(options.headers);
    const token = options.token === undefined ? this.#secret : options.token;
    if (token !== null) headers.set("authorization", `Bearer ${token}`);
    if (options.json !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
    const body = options.json === undefined ? options.body : JSON.stringify(options.json);
    return fetch(this.address + path, {
      method,
      headers,
      signal: AbortSignal.any([AbortSignal.timeout(CALL_DEADLINE_MS), ...(options.signal ? [options.signal] : [])]),
      ...(body !== undefined && { body }),
    });
  }

  /** Returns the body of a response that must have this status. Otherwise fails and shows the response. */
  async expect<Body>(status: number, method: string, path: string, options: CallOptions = {}): Promise<Body> {
    const answer = await this.call<Body>(method, path, options);
    if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  createCollection(name: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Collection> {
    return this.expect<Collection>(201, "POST", "/v1/collections", { json: { name, ...fields } });
  }

  deleteCollection(name: string): Promise<Status> {
    return this.expect<Status>(200, "DELETE", `/v1/collections/${name}`);
  }

  /** Returns the raw response to an upload. */
  tryUpload({ collection, filename, bytes, metadata }: UploadOptions): Promise<Answer<Document & Failure>> {
    const form = new FormData();
    form.append("file", new Blob([bytes as Uint8Array<ArrayBuffer> | string]), filename);
    if (metadata !== undefined) {
      form.append("metadata", typeof metadata === "string" ? metadata : JSON.stringify(metadata));
    }
    return this.call("POST", documentsPath(collection), { body: form });
  }

  async upload(options: UploadOptions): Promise<Document> {
    const answer = await this.tryUpload(options);
    if (answer.status !== 201) throw new Error(`upload of ${options.filename}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  /** Uploads and waits for the end of processing. */
  async ingest(options: UploadOptions, deadlineMs?: number): Promise<Document> {
    return this.settled(options.collection, (await this.upload(options)).id, deadlineMs);
  }

  document(collection: string, id: string): Promise<Document> {
    return this.expect<Document>(200, "GET", documentsPath(collection, id));
  }

  deleteDocument(collection: string, id: string): Promise<Status> {
    return this.expect<Status>(200, "DELETE", documentsPath(collection, id));
  }

  /** Waits until the document is ready or failed and returns it. */
  settled(collection: string, id: string, deadlineMs?: number): Promise<Document> {
    let last: Document | undefined;
    return until(
      () => `document ${id} to settle; it is ${JSON.stringify(last)}`,
      async () => {
        last = await this.document(collection, id);
        return isSettled(last.status) ? last : undefined;
      },
      deadlineMs,
    );
  }

  /** Waits until the document is in a status and returns it; for statuses that a run passes through. */
  inStatus(collection: string, id: string, status: DocumentStatus, deadlineMs?: number): Promise<Document> {
    return until(
      `document ${id} to be ${status}`,
      async () => {
        const document = await this.document(collection, id);
        return document.status === status ? document : undefined;
      },
      deadlineMs,
    );
  }

  /** Returns all documents, over as many pages as needed. */
  async documents(collection: string): Promise<readonly Document[]> {
    const all: Document[] = [];
    for (;;) {
      const path = `${documentsPath(collection)}?limit=1000&offset=${all.length}`;
      const page = await this.expect<{ documents: Document[]; total: number }>(200, "GET", path);
      all.push(...page.documents);
      if (page.documents.length === 0 || all.length >= page.total) return all;
    }
  }

  async chunks(collection: string, id: string): Promise<readonly Chunk[]> {
    const path = `${documentsPath(collection, id)}/chunks`;
    return (await this.expect<{ chunks: Chunk[]; total: number }>(200, "GET", path)).chunks;
  }

  query(collection: string, body: Readonly<Record<string, unknown>>): Promise<QueryAnswer> {
    return this.expect<QueryAnswer>(200, "POST", `/v1/collections/${collection}/query`, { json: body });
  }

  /** Sends a query that must be refused. */
  badQuery(collection: string, body: unknown): Promise<Answer<Failure>> {
    return this.call("POST", `/v1/collections/${collection}/query`, { json: body });
  }
}

export const isSettled = (status: DocumentStatus): boolean => status === "ready" || status === "failed";

export const documentsPath = (collection: string, ...rest: readonly string[]): string =>
  [`/v1/collections/${collection}/documents`, ...rest].join("/");
