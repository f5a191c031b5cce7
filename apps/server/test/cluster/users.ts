import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, documentsPath, type Failure } from "../harness/api.ts";
import type { Document, QueryAnswer } from "../harness/resources.ts";
import type { Cluster } from "./cluster.ts";

/** Response that a retry doesn't fix, or a call that hung. */
export interface Complaint {
  readonly what: string;
  readonly status: number;
  readonly text: string;
}

/**
 * Longest duration of a call, whichever dependency is unavailable: above every limit of the service, below a person's
 * patience.
 */
const LONGEST_CALL_MS = 45_000;
const PAUSE_MS = 100;
const GIVE_UP_MS = 120_000;

/** Users of a cluster: they call the API processes in rotation and retry what may be retried. */
export class Users {
  readonly complaints: Complaint[] = [];
  readonly #cluster: Cluster;
  #turn = 0;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** Uploads a text. Every attempt sends the same idempotency key, so that a retry doesn't create a second document. */
  async upload(collection: string, filename: string, text: string): Promise<Document> {
    const key = randomUUID();
    const answer = await this.#persist<Document & Failure>(`upload of ${filename}`, (member) => {
      const form = new FormData();
      form.append("file", new Blob([text]), filename);
      return member.api.call("POST", documentsPath(collection), { body: form, headers: { "idempotency-key": key } });
    });
    if (answer.status !== 201) throw new Error(`upload of ${filename}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  async query(collection: string, json: Readonly<Record<string, unknown>>): Promise<QueryAnswer> {
    const path = `/v1/collections/${collection}/query`;
    const answer = await this.#persist<QueryAnswer>("query", (member) => member.api.call("POST", path, { json }));
    if (answer.status !== 200) throw new Error(`query: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  async get<Body>(path: string): Promise<Body> {
    const answer = await this.#persist<Body>(path, (member) => member.api.call("GET", path));
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  /** Retries broken connections, and 503 and 429 with Retry-After. Returns the first other response. */
  async #persist<Body>(
    what: string,
    call: (member: Cluster["apis"][number]) => Promise<Answer<Body>>,
  ): Promise<Answer<Body>> {
    const deadline = Date.now() + GIVE_UP_MS;
    let last: unknown;
    while (Date.now() < deadline) {
      const member = this.#cluster.apis[this.#turn++ % this.#cluster.apis.length]!;
      const begun = Date.now();
      try {
        const answer = await call(member);
        if (Date.now() - begun > LONGEST_CALL_MS) this.#complain(what, answer.status, "took too long");
        if (answer.status < 500 && answer.status !== 429) return answer;
        if (answer.headers.get("retry-after") === null) this.#complain(what, answer.status, answer.text);
        last = answer.text;
      } catch (error) {
        // The process does not listen yet, or was stopped in the middle of the call.
        last = error;
      }
      await sleep(PAUSE_MS);
    }
    throw new Error(`${what}: no answer in ${GIVE_UP_MS} ms`, { cause: last });
  }

  #complain(what: string, status: number, text: string): void {
    this.complaints.push({ what, status, text });
  }
}
