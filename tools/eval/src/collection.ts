import { setTimeout as sleep } from "node:timers/promises";
import { callService, type Quarry } from "@quarry/services/kit";

/** URL of the service, and its key. */
export type EvaluatedService = Pick<Quarry, "address" | "authorization">;

export const MODES = ["keyword", "semantic", "hybrid"] as const;

export type Mode = (typeof MODES)[number];

export interface Hit {
  readonly id: string;
  readonly document_id: string;
  readonly score: number;
  readonly text: string;
  readonly metadata: { readonly filename: string; readonly page: number | null };
}

export interface NamedFile {
  readonly name: string;
  readonly bytes: BlobPart;
}

export interface EvaluatedText {
  readonly id: string;
  readonly text: string;
}

/** Settings of a run, in addition to the set. */
export interface RunOptions {
  /** Runs only every n-th query. */
  readonly every: number;
  /** Seed for misspelling the queries reproducibly. */
  readonly typos?: number | undefined;
  /** Settings of the collection other than its name. */
  readonly collection: object;
  /** Fields of every query other than text, mode and top_k. */
  readonly query: object;
}

const FILES_PER_REQUEST = 100;
const QUERIES_AT_ONCE = 2;
const POLL_MS = 500;
/**
 * Training starts when a collection has not changed for three seconds, and queries check for its result once a second.
 */
const QUIET_MS = 8_000;

/** A collection of a service, accessed over the public HTTP API. */
export class EvaluatedCollection {
  readonly #service: EvaluatedService;
  readonly name: string;

  constructor(service: EvaluatedService, name: string) {
    this.#service = service;
    this.name = name;
  }

  call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    return callService<Answer>(this.#service, method, path, body);
  }

  /** Uploads files and waits until processing is complete. Fails if a document failed. */
  async upload(files: readonly NamedFile[]): Promise<void> {
    for (let start = 0; start < files.length; start += FILES_PER_REQUEST) {
      const form = new FormData();
      for (const { name, bytes } of files.slice(start, start + FILES_PER_REQUEST)) {
        form.append("files", new Blob([bytes]), name);
      }
      const path = `/v1/collections/${this.name}/documents/batch/upload`;
      const { errors } = await this.call<{ errors: readonly unknown[] }>("POST", path, form);
      if (errors.length > 0) throw new Error(`not taken: ${JSON.stringify(errors.slice(0, 3))}`);
    }
    for (;;) {
      const path = `/v1/collections/${this.name}/stats`;
      const { status_counts } = await this.call<{ status_counts: Record<string, number> }>("GET", path);
      const { pending = 0, processing = 0, failed = 0 } = status_counts;
      if (failed > 0) throw new Error(`${failed} documents of ${this.name} failed`);
      if (pending + processing === 0) return;
      await sleep(POLL_MS);
    }
  }

  /** Waits until an embedder that trains on collections is up to date: training changes the scores of a query. */
  async untilLearned(): Promise<void> {
    for (let quietMs = 0; quietMs < QUIET_MS; quietMs += POLL_MS) {
      const { counts } = await this.call<{ counts: Record<string, number> }>("GET", "/v1/admin/jobs?kind=fit&limit=1");
      const { queued = 0, waiting = 0, processing = 0 } = counts;
      if (queued + waiting + processing > 0) quietMs = 0;
      await sleep(POLL_MS);
    }
  }

  async query(query: string, mode: Mode, topK: number, more: object = {}): Promise<readonly Hit[]> {
    const body = { query, search_mode: mode, top_k: topK, ...more };
    const path = `/v1/collections/${this.name}/query`;
    return (await this.call<{ results: readonly Hit[] }>("POST", path, body)).results;
  }

  /** Returns the hits of each query, by its id. */
  async ask(
    queries: readonly EvaluatedText[],
    mode: Mode,
    topK: number,
    more?: object,
  ): Promise<ReadonlyMap<string, readonly Hit[]>> {
    const found = new Map<string, readonly Hit[]>();
    for (let start = 0; start < queries.length; start += QUERIES_AT_ONCE) {
      const some = queries.slice(start, start + QUERIES_AT_ONCE);
      await Promise.all(some.map(async ({ id, text }) => found.set(id, await this.query(text, mode, topK, more))));
    }
    return found;
  }
}

export interface CollectionPlan {
  /** Prefix of the collection's name. */
  readonly name: string;
  /** Settings of the collection other than its name. */
  readonly settings?: object;
  readonly files: readonly NamedFile[];
}

/** Creates a collection with these files, waits for processing and training, and queries it. Deletes it afterwards. */
export const withCollection = async <Answer>(
  service: EvaluatedService,
  { name, settings = {}, files }: CollectionPlan,
  ask: (collection: EvaluatedCollection) => Promise<Answer>,
): Promise<Answer> => {
  const words = name.replaceAll(/[^a-z0-9]+/gi, "_").toLowerCase();
  const collection = new EvaluatedCollection(service, `eval_${words}_${Date.now().toString(36)}`);
  await collection.call("POST", "/v1/collections", { name: collection.name, ...settings });
  try {
    await collection.upload(files);
    await collection.untilLearned();
    return await ask(collection);
  } finally {
    await collection.call("DELETE", `/v1/collections/${collection.name}`);
  }
};
