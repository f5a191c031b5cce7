import type { QuarryServer } from "../processes/quarry-server.ts";
import { HttpConnection, requestBytes } from "./http-connection.ts";

/** What the benches read of a document. */
export interface DocumentState {
  readonly id: string;
  readonly status: "pending" | "processing" | "ready" | "failed";
  readonly chunk_count: number;
  readonly error_message: string | null;
}

/** Calls the service over one kept connection. */
export class QuarryClient implements Disposable {
  readonly connection: HttpConnection;
  readonly #authorization: string;

  private constructor(connection: HttpConnection, authorization: string) {
    this.connection = connection;
    this.#authorization = authorization;
  }

  static async open({ process, authorization }: QuarryServer): Promise<QuarryClient> {
    return new QuarryClient(await HttpConnection.open(process.port), authorization);
  }

  /** A request with the secret, ready to be sent many times. */
  prepare(method: string, path: string, body?: unknown): Buffer {
    if (body !== undefined) return this.prepareText(method, path, JSON.stringify(body));
    return requestBytes(method, path, { authorization: this.#authorization });
  }

  /** As `prepare`, with a body that is JSON already. */
  prepareText(method: string, path: string, json: string): Buffer {
    const headers = { authorization: this.#authorization, "content-type": "application/json" };
    return requestBytes(method, path, headers, json);
  }

  /** Sends and reads JSON; throws with the service's words unless the status is 2xx. */
  async call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.connection.fetch(this.prepare(method, path, body));
    return JSON.parse(answer.body.toString()) as Answer;
  }

  /** Uploads a text as a file of a collection; gives the document's state at its acceptance. */
  async uploadText(collection: string, filename: string, text: string): Promise<DocumentState> {
    const boundary = "quarry-bench-boundary";
    const disposition = `form-data; name="file"; filename="${filename}"`;
    const form = `--${boundary}\r\nContent-Disposition: ${disposition}\r\n\r\n${text}\r\n--${boundary}--\r\n`;
    const headers = {
      authorization: this.#authorization,
      "content-type": `multipart/form-data; boundary=${boundary}`,
    };
    const request = requestBytes("POST", `/v1/collections/${collection}/documents`, headers, form);
    return JSON.parse((await this.connection.fetch(request)).body.toString()) as DocumentState;
  }

  [Symbol.dispose](): void {
    this.connection[Symbol.dispose]();
  }
}
