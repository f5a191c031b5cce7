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
    const messages = handle(request, call)[Symbol.asyncIterator]();
    const closableWait = new ClosableWait(call.response);
    const unregister = options.liveStreams.add(
      () => closableWait.stop(),
      call.request.headers.authorization,
      call.isOpen,
    );
    const heartbeat = setInterval(() => beat(call), options.heartbeatMs).unref();
    const headTimer = setTimeout(() => writeHead(call), FIRST_MESSAGE_MS).unref();
    try {
      await send(call, () => closableWait.wait(messages.next()), encode);
    } catch (error) {
      // Before the status line, a failure is a normal answer; after it, the stream can only be ended.
      if (!call.response.headersSent || error instanceof CallerDisconnected) throw error;
      options.onError(error, call.requestId);
      call.response.end(": the stream ended by an error\n\n");
    } finally {
      clearTimeout(headTimer);
      clearInterval(heartbeat);
      unregister();
      // A handler that waits for its next event is notified through its signal; its end is not awaited.
      call.abort();
      void messages.return?.().catch(() => undefined);
    }
  };
}

async function send(
  call: HttpCall,
  nextMessage: () => Promise<IteratorResult<MessageFields> | typeof CLOSED>,
  encode: MessageEncoder,
): Promise<void> {
  for (;;) {
    const next = await nextMessage();
    if (next === CLOSED && call.isDisconnected) throw new CallerDisconnected();
    writeHead(call);
    if (next === CLOSED || next.done === true || call.isHead) break;
    const event = `data: ${JSON.stringify(encode(next.value))}\n\n`;
    if (!(await writeChunk(call.response, event))) throw new CallerDisconnected();
  }
  call.response.end();
}

function writeHead(call: HttpCall): void {
  const { response, requestId, addedHeaders } = call;
  if (response.headersSent || call.isDisconnected) return;
  const head = ["X-Request-Id", requestId, "Content-Type", "text/event-stream", "Cache-Control", "no-store"];
  // Disables the buffering of events in nginx and similar proxies.
  head.push("X-Accel-Buffering", "no");
  addHeaders(head, addedHeaders);
  response.writeHead(call.status ?? 200, head);
  response.flushHeaders();
}

function beat(call: HttpCall): void {
  if (call.response.headersSent && !call.isDisconnected && !call.isHead) call.response.write(": keep-alive\n\n");
}
