import type { Message } from "@bufbuild/protobuf";
import type { CallContext } from "../../rpc/handler.ts";
import type { MethodPlan } from "../call/method-plan.ts";
import { addHeaders } from "../http/answer.ts";
import { attachment } from "../http/content-disposition.ts";
import { CallerLeft, type HttpCall } from "../http/http-call.ts";
import { CLOSED, UntilClosed } from "../http/until-closed.ts";
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
 * Answers with bytes that are made while they are sent, as fast as the caller takes them. When something fails in the
 * middle, only a broken connection can say so.
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
      // Lets the handler clean up; what it then still does or fails with is nobody's concern any more.
      void messages.return?.().catch(() => undefined);
    }
  };
}

async function sendMessages(call: HttpCall, messages: AsyncIterator<StreamMessage>): Promise<void> {
  const untilClosed = new UntilClosed(call.response);
  const next = async (): Promise<IteratorResult<StreamMessage>> => {
    const result = await untilClosed.wait(messages.next());
    if (result === CLOSED) throw new CallerLeft();
    return result;
  };
  const info = infoOf(await next());
  if (call.isHead) {
    writeHead(call, info);
    call.response.end();
    return;
  }
  // The head goes with the first bytes, so that what can't even begin is still an honest failure.
  let current = await next();
  writeHead(call, info);
  for (; current.done !== true; current = await next()) {
    if (!(await writeChunk(call.response, chunkOf(current.value)))) throw new CallerLeft();
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
