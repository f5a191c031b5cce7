import { setTimeout as sleep } from "node:timers/promises";

/** The fields of a document that matter here. */
export interface ServiceDocument {
  readonly id: string;
  readonly status: "pending" | "processing" | "ready" | "failed";
  readonly error_message: string | null;
  readonly chunk_count: number;
}

const POLL_MS = 40;

/** Talks to a running service over its public interface. */
export class ServiceClient {
  readonly address: string;
  readonly #authorization: string;

  constructor(address: string, secret: string) {
    this.address = address;
    this.#authorization = `Bearer ${secret}`;
  }

  async createCollection(name: string): Promise<void> {
    await this.#call("POST", "/v1/collections", {
      body: JSON.stringify({ name }),
      headers: { "content-type": "application/json" },
    });
  }

  async upload(collection: string, filename: string, bytes: Uint8Array): Promise<ServiceDocument> {
    const form = new FormData();
    form.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), filename);
    return this.#call<ServiceDocument>("POST", documentsOf(collection), { body: form });
  }

  /** The document once it is ready or failed; its last state when that takes longer than the deadline. */
  async settled(collection: string, id: string, deadlineMs: number): Promise<ServiceDocument> {
    const deadline = Date.now() + deadlineMs;
    for (;;) {
      const document = await this.#call<ServiceDocument>("GET", `${documentsOf(collection)}/${id}`);
      if (document.status === "ready" || document.status === "failed" || Date.now() > deadline) return document;
      await sleep(POLL_MS);
    }
  }

  async texts(collection: string, id: string): Promise<readonly string[]> {
    const path = `${documentsOf(collection)}/${id}/chunks?limit=200`;
    const { chunks } = await this.#call<{ readonly chunks: readonly { readonly text: string }[] }>("GET", path);
    return chunks.map(({ text }) => text);
  }

  async remove(collection: string, id: string): Promise<void> {
    await this.#call("DELETE", `${documentsOf(collection)}/${id}`);
  }

  async #call<Body>(
    method: string,
    path: string,
    { headers = {}, ...request }: { readonly body?: string | FormData; readonly headers?: Record<string, string> } = {},
  ): Promise<Body> {
    const response = await fetch(this.address + path, {
      method,
      headers: { authorization: this.#authorization, ...headers },
      ...request,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Body;
  }
}

const documentsOf = (collection: string): string => `/v1/collections/${collection}/documents`;
