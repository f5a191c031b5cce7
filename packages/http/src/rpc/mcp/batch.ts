import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { DomainError, isJsonObject } from "@quarry/plugin/domain";

/** Maximum number of messages in a batch: the same as for a batch of queries over REST. */
const MAX_MESSAGES = 20;

/** Bytes of answers after which the remaining calls of a batch are rejected. One answer takes up to about 300 KB. */
const MAX_ANSWER_BYTES = 4_194_304;

// Error codes of JSON-RPC: the second is the first code reserved for servers.
const INVALID_REQUEST = -32_600;
const REFUSED = -32_000;

const EVENTS = "text/event-stream";

export interface BatchCalls {
  /** Counts one more call. Throws a `DomainError` if the caller may make no more. */
  readonly admit: () => void;
  /** Answers one message. */
  readonly answer: (message: string) => Promise<Response>;
}

/** Returns the messages of a batch, or undefined if the body is not a batch, or not JSON. */
export const batchOf = (body: string): readonly unknown[] | undefined => {
  if (!body.trimStart().startsWith("[")) return undefined;
  try {
    const messages = JSON.parse(body) as readonly unknown[];
    return messages.length === 0 ? undefined : messages;
  } catch {
    return undefined;
  }
};

/**
 * Answers the messages of a batch in sequence, each as if it had been sent alone; each call counts against the rate
 * limit. Answers are sent as they are produced, with back-pressure from the caller. The first call has already been
 * counted.
 */
export const answerBatch = async (
  messages: readonly unknown[],
  calls: BatchCalls,
  response: ServerResponse,
): Promise<void> => {
  if (messages.length > MAX_MESSAGES) {
    const message = `Invalid Request: A batch must have at most ${MAX_MESSAGES} messages, got ${messages.length}`;
    return sendAlone(response, 400, errorText(null, INVALID_REQUEST, message));
  }
  const answers = new BatchAnswers(response);
  for (const [index, message] of messages.entries()) {
    if (response.destroyed) return;
    const refusal = answers.isFull ? FULL : index === 0 ? undefined : refusalOf(calls.admit);
    if (refusal === undefined) await answers.add(await calls.answer(JSON.stringify(message)));
    else if (isRequest(message)) await answers.addError(errorText(message["id"], REFUSED, ...refusal));
  }
  answers.end();
};

/** Event stream of one batch. The first successful answer starts it. */
class BatchAnswers {
  readonly #response: ServerResponse;
  readonly #failures: { readonly status: number; readonly text: string }[] = [];
  #bytes = 0;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get isFull(): boolean {
    return this.#bytes >= MAX_ANSWER_BYTES;
  }

  async add(answer: Response): Promise<void> {
    const text = await answer.text();
    if (answer.headers.get("content-type")?.startsWith(EVENTS) === true) return this.#send(text);
    if (text === "") return;
    if (this.#response.headersSent) return this.#send(eventOf(text));
    this.#failures.push({ status: answer.status, text });
  }

  addError(text: string): Promise<void> {
    return this.#send(eventOf(text));
  }

  /**
   * Ends the answer. If all messages were rejected, sends the first failure; if there are no answers, all messages were
   * notifications.
   */
  end(): void {
    const [failure] = this.#failures;
    if (this.#response.headersSent) this.#response.end();
    else if (failure !== undefined) sendAlone(this.#response, failure.status, failure.text);
    else this.#response.writeHead(202).end();
  }

  async #send(events: string): Promise<void> {
    const response = this.#response;
    if (!response.headersSent) {
      response.writeHead(200, { "Content-Type": EVENTS, "Cache-Control": "no-store", "X-Accel-Buffering": "no" });
      for (const { text } of this.#failures) await this.#send(eventOf(text));
    }
    this.#bytes += Buffer.byteLength(events);
    if (!response.write(events) && !response.destroyed) await Promise.race([once(response, "drain"), gone(response)]);
  }
}

const gone = (response: ServerResponse): Promise<unknown> => new Promise((left) => response.once("close", left));

const eventOf = (text: string): string => `event: message\ndata: ${text}\n\n`;

type Refusal = readonly [message: string, data?: Record<string, unknown>];

const FULL: Refusal = [
  `The answers of a batch must be at most ${MAX_ANSWER_BYTES} bytes, which the previous ones use up; send this call again`,
];

const refusalOf = (admit: () => void): Refusal | undefined => {
  try {
    admit();
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { message, retryAfterSeconds } = error;
    return retryAfterSeconds === undefined ? [message] : [message, { retry_after: Math.ceil(retryAfterSeconds) }];
  }
};

/** Whether the message expects an answer. */
const isRequest = (message: unknown): message is Record<string, unknown> => isJsonObject(message) && "id" in message;

const errorText = (id: unknown, code: number, message: string, data?: unknown): string =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, ...(data !== undefined && { data }) } });

const sendAlone = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" }).end(text);
};
