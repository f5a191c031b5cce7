import type { Message } from "@bufbuild/protobuf";
import type { CallContext } from "../../rpc/handler.ts";
import type { ErrorListener } from "../call/failure.ts";
import type { MethodPlan } from "../call/method-plan.ts";
import { addHeaders } from "../http/answer.ts";
import { CallerLeft, type HttpCall } from "../http/http-call.ts";
import { CLOSED, UntilClosed } from "../http/until-closed.ts";
import { writeChunk } from "../http/write-chunk.ts";
import { messageEncoder, type MessageEncoder, type MessageFields } from "../json/message-encoder.ts";
import type { LiveStreams } from "./live-streams.ts";
import type { RequestReader, RestRoute } from "./rest-route.ts";

type StreamHandler = (request: Message, context: CallContext) => AsyncIterable<MessageFields>;

/**
 * How long the first message may keep the status line waiting. Until then a failure is a proper 4xx; afterwards the
 * receiver shall know that the stream stands, even if nothing happens yet.
 */
const FIRST_MESSAGE_MS = 2_000;

export interface EventStreamOptions {
  /** Silence after which a comment line is sent, so that proxies and clients keep an idle stream, in milliseconds. */
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
  readonly #untilClosed: UntilClosed;

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
    this.#untilClosed = new UntilClosed(call.response);
  }

  async answer(): Promise<void> {
    const unregister = this.#options.liveStreams.add(
      () => this.#untilClosed.stop(),
      this.#call.request.headers.authorization,
      this.#call.isOpen,
    );
    const heartbeat = setInterval(() => this.#beat(), this.#options.heartbeatMs).unref();
    const early = setTimeout(() => this.#writeHead(), FIRST_MESSAGE_MS).unref();
    try {
      await this.#send(early);
    } catch (error) {
      this.#fail(error);
    } finally {
      clearTimeout(early);
      clearInterval(heartbeat);
      unregister();
      // A handler that waits for its next event learns of the end by its signal; nobody waits for it here.
      this.#call.abort();
      void this.#messages.return?.().catch(() => undefined);
    }
  }

  async #send(early: NodeJS.Timeout): Promise<void> {
    const { response } = this.#call;
    for (;;) {
      const next = await this.#untilClosed.wait(this.#messages.next());
      clearTimeout(early);
      if (next === CLOSED && this.#call.isGone) throw new CallerLeft();
      this.#writeHead();
      if (next === CLOSED || next.done === true || this.#call.isHead) break;
      const event = `data: ${JSON.stringify(this.#encode(next.value))}\n\n`;
      if (!(await writeChunk(response, event))) throw new CallerLeft();
    }
    response.end();
  }

  #writeHead(): void {
    const { response, requestId, addedHeaders } = this.#call;
    if (response.headersSent || this.#call.isGone) return;
    const head = ["X-Request-Id", requestId, "Content-Type", "text/event-stream", "Cache-Control", "no-store"];
    // Asks nginx and its kin not to collect events before they pass them on.
    head.push("X-Accel-Buffering", "no");
    addHeaders(head, addedHeaders);
    response.writeHead(this.#call.status ?? 200, head);
    response.flushHeaders();
  }

  #beat(): void {
    const { response } = this.#call;
    if (response.headersSent && !this.#call.isGone && !this.#call.isHead) response.write(": keep-alive\n\n");
  }

  /** Before the status line a failure is an ordinary answer; after it, all that is left is to end the stream. */
  #fail(error: unknown): void {
    const { response, requestId } = this.#call;
    if (!response.headersSent || error instanceof CallerLeft) throw error;
    this.#options.onError(error, requestId);
    response.end(": the stream ended by an error\n\n");
  }
}
