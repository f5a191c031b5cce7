import type { Message } from "@bufbuild/protobuf";
import type { CallContext } from "../../rpc/handler.ts";
import type { ErrorListener } from "../call/failure.ts";
import type { MethodPlan } from "../call/method-plan.ts";
import { addHeaders } from "../http/answer.ts";
import { CallerDisconnected, type HttpCall } from "../http/http-call.ts";
import { CLOSED, ClosableWait } from "../http/closable-wait.ts";
import { writeChunk } from "../http/write-chunk.ts";
import { messageEncoder, type MessageEncoder, type MessageFields } from "../json/message-encoder.ts";
import type { LiveStreams } from "./live-streams.ts";
import type { RequestReader, RestRoute } from "./rest-route.ts";

type StreamHandler = (request: Message, context: CallContext) => AsyncIterable<MessageFields>;

/**
 * Maximum time that the status line waits for the first message, in milliseconds. Until then a failure gets its proper
 * 4xx; afterwards the receiver must know that the stream is open, even if nothing happens yet.
 */
const FIRST_MESSAGE_MS = 2_000;

export interface EventStreamOptions {
  /**
   * Idle time after which a comment line is sent, so that proxies and clients keep the stream open, in milliseconds.
   */
  readonly heartbeatMs: number;
  readonly liveStreams: LiveStreams;
  readonly onError: ErrorListener;
}

/** Answers with server-sent events: `data: <json>` for each message of the stream. */
export function eventStreamAnswer(
  plan: MethodPlan,
  read: RequestReader,
  options: EventStreamOptions,
): RestRoute["answer"] {
  const handle = plan.handler as unknown as StreamHandler;
  const encode = messageEncoder(plan.method.output);
  return async (call, match) => {
    const request = await read(call, match);
    plan.checkMessage(request, call.principal);
    const stream = new EventStream(call, handle(request, call)[Symbol.asyncIterator](), encode, options);
    await stream.answer();
  };
}

class EventStream {
  readonly #call: HttpCall;
  readonly #messages: AsyncIterator<MessageFields>;
  readonly #encode: MessageEncoder;
  readonly #options: EventStreamOptions;
  readonly #closableWait: ClosableWait;

  constructor(
    call: HttpCall,
    messages: AsyncIterator<MessageFields>,
    encode: MessageEncoder,
    options: EventStreamOptions,
  ) {
    this.#call = call;
    this.#messages = messages;
    this.#encode = encode;
    this.#options = options;
    this.#closableWait = new ClosableWait(call.response);
  }

  async answer(): Promise<void> {
    const unregister = this.#options.liveStreams.add(
      () => this.#closableWait.stop(),
      this.#call.request.headers.authorization,
      this.#call.isOpen,
    );
    const heartbeat = setInterval(() => this.#beat(), this.#options.heartbeatMs).unref();
    const headTimer = setTimeout(() => this.#writeHead(), FIRST_MESSAGE_MS).unref();
    try {
      await this.#send(headTimer);
    } catch (error) {
      this.#fail(error);
    } finally {
      clearTimeout(headTimer);
      clearInterval(heartbeat);
      unregister();
      // A handler that waits for its next event is notified through its signal; its end is not awaited.
      this.#call.abort();
      void this.#messages.return?.().catch(() => undefined);
    }
  }

  async #send(headTimer: NodeJS.Timeout): Promise<void> {
    const { response } = this.#call;
    for (;;) {
      const next = await this.#closableWait.wait(this.#messages.next());
      clearTimeout(headTimer);
      if (next === CLOSED && this.#call.isDisconnected) throw new CallerDisconnected();
      this.#writeHead();
      if (next === CLOSED || next.done === true || this.#call.isHead) break;
      const event = `data: ${JSON.stringify(this.#encode(next.value))}\n\n`;
      if (!(await writeChunk(response, event))) throw new CallerDisconnected();
    }
    response.end();
  }

  #writeHead(): void {
    const { response, requestId, addedHeaders } = this.#call;
    if (response.headersSent || this.#call.isDisconnected) return;
    const head = ["X-Request-Id", requestId, "Content-Type", "text/event-stream", "Cache-Control", "no-store"];
    // Disables the buffering of events in nginx and similar proxies.
    head.push("X-Accel-Buffering", "no");
    addHeaders(head, addedHeaders);
    response.writeHead(this.#call.status ?? 200, head);
    response.flushHeaders();
  }

  #beat(): void {
    const { response } = this.#call;
    if (response.headersSent && !this.#call.isDisconnected && !this.#call.isHead) response.write(": keep-alive\n\n");
  }

  /** Before the status line, a failure is a normal answer; after it, the stream can only be ended. */
  #fail(error: unknown): void {
    const { response, requestId } = this.#call;
    if (!response.headersSent || error instanceof CallerDisconnected) throw error;
    this.#options.onError(error, requestId);
    response.end(": the stream ended by an error\n\n");
  }
}
