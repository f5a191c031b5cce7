import { setTimeout as sleep } from "node:timers/promises";
import type { EvaluatedService } from "./service.ts";

export const MODES = ["keyword", "semantic", "hybrid"] as const;

export type Mode = (typeof MODES)[number];

export interface Hit {
  readonly id: string;
  readonly document_id: string;
  readonly score: number;
  readonly text: string;
  readonly metadata: { readonly filename: string; readonly page: number | null };
}

/** The calls of the public HTTP interface that an evaluation makes. */
export class Api {
  readonly #service: EvaluatedService;

  constructor(service: EvaluatedService) {
    this.#service = service;
  }

  async call<Body>(method: string, path: string, body?: FormData | object): Promise<Body> {
    const isForm = body instanceof FormData;
    const response = await fetch(this.#service.address + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#service.secret}`,
        ...(body !== undefined && !isForm && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Body;
  }

  /** Uploads files in requests of a hundred. */
  async upload(
    collection: string,
    files: readonly { readonly name: string; readonly bytes: BlobPart }[],
  ): Promise<void> {
    for (let start = 0; start < files.length; start += FILES_PER_REQUEST) {
      const form = new FormData();
      for (const { name, bytes } of files.slice(start, start + FILES_PER_REQUEST)) {
        form.append("files", new Blob([bytes]), name);
      }
      const path = `/v1/collections/${collection}/documents/batch/upload`;
      const { errors } = await this.call<{ errors: readonly unknown[] }>("POST", path, form);
      if (errors.length > 0) throw new Error(`not taken: ${JSON.stringify(errors.slice(0, 3))}`);
    }
  }

  /** Waits until nothing is being processed; fails when a document failed. */
  async untilReady(collection: string): Promise<void> {
    for (;;) {
      const stats = await this.call<{ status_counts: Record<string, number> }>(
        "GET",
        `/v1/collections/${collection}/stats`,
      );
      const { pending = 0, processing = 0, failed = 0 } = stats.status_counts;
      if (failed > 0) throw new Error(`${failed} documents of ${collection} failed`);
      if (pending + processing === 0) return;
      await sleep(500);
    }
  }

  /** Waits until an embedder that learns from collections has nothing to learn: scores of the same query change with it. */
  async untilLearned(): Promise<void> {
    for (let quietMs = 0; quietMs < QUIET_MS; quietMs += 500) {
      const { counts } = await this.call<{ counts: Record<string, number> }>("GET", "/v1/admin/jobs?kind=fit&limit=1");
      const { queued = 0, waiting = 0, processing = 0 } = counts;
      if (queued + waiting + processing > 0) quietMs = 0;
      await sleep(500);
    }
  }

  async query(collection: string, query: string, mode: Mode, topK: number, more: object = {}): Promise<readonly Hit[]> {
    const path = `/v1/collections/${collection}/query`;
    const body = { query, search_mode: mode, top_k: topK, ...more };
    return (await this.call<{ results: readonly Hit[] }>("POST", path, body)).results;
  }
}

const FILES_PER_REQUEST = 100;

/** A collection is learned from when it has not changed for three seconds, and queries look for it once a second. */
const QUIET_MS = 8_000;
