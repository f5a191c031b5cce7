import type { Message } from "@bufbuild/protobuf";
import type { CallContext } from "../../rpc/handler.ts";
import type { MethodPlan } from "../call/method-plan.ts";
import { addHeaders } from "../http/answer.ts";
import { attachment } from "../http/content-disposition.ts";
import { CallerDisconnected, type HttpCall } from "../http/http-call.ts";
import { CLOSED, ClosableWait } from "../http/closable-wait.ts";
import { writeChunk } from "../http/write-chunk.ts";
import type { RequestReader, RestRoute } from "./rest-route.ts";

/** Description of the bytes: the fields of the stream's first message. */
interface StreamInfo {
  readonly filename: string;
  readonly mediaType: string;
}

interface StreamMessage {
  readonly message?: { readonly case?: string | undefined; readonly value?: unknown };
}

type StreamHandler = (request: Message, context: CallContext) => AsyncIterable<StreamMessage>;

/**
 * Answers with bytes that are produced while they are sent, with back-pressure from the caller. After the first bytes,
 * only a broken connection can signal a failure.
 */
export function byteStreamAnswer(plan: MethodPlan, read: RequestReader): RestRoute["answer"] {
  const handle = plan.handler as unknown as StreamHandler;
  return async (call, match) => {
    const request = await read(call, match);
    plan.checkMessage(request, call.principal);
    const messages = handle(request, call)[Symbol.asyncIterator]();
    try {
      await sendMessages(call, messages);
    } finally {
      call.abort();
      // Lets the handler clean up; its later failures are ignored.
      void messages.return?.().catch(() => undefined);
    }
  };
}

async function sendMessages(call: HttpCall, messages: AsyncIterator<StreamMessage>): Promise<void> {
  const closableWait = new ClosableWait(call.response);
  const next = async (): Promise<IteratorResult<StreamMessage>> => {
    const result = await closableWait.wait(messages.next());
    if (result === CLOSED) throw new CallerDisconnected();
    return result;
  };
  const info = infoOf(await next());
  if (call.isHead) {
    writeHead(call, info);
    call.response.end();
    return;
  }
  // The head is sent with the first bytes, so that a failure at the start still gets its proper status.
  let current = await next();
  writeHead(call, info);
  for (; current.done !== true; current = await next()) {
    if (!(await writeChunk(call.response, chunkOf(current.value)))) throw new CallerDisconnected();
  }
  call.response.end();
}

function writeHead(call: HttpCall, { filename, mediaType }: StreamInfo): void {
  const head = [
    "X-Request-Id",
    call.requestId,
    "Content-Type",
    mediaType,
    "Content-Disposition",
    attachment(filename),
    "Cache-Control",
    "no-store",
    "X-Content-Type-Options",
    "nosniff",
  ];
  addHeaders(head, call.addedHeaders);
  call.response.writeHead(200, head);
}

function infoOf(result: IteratorResult<StreamMessage>): StreamInfo {
  const message = result.done === true ? undefined : result.value.message;
  if (message?.case !== "info") throw new Error("a stream of bytes must begin with its info");
  return message.value as StreamInfo;
}

function chunkOf(result: StreamMessage): Uint8Array {
  if (result.message?.case !== "chunk") throw new Error("a stream of bytes must go on with chunks after its info");
  return result.message.value as Uint8Array;
}
