import type { Message } from "@bufbuild/protobuf";
import type { CallContext } from "../../rpc/handler.ts";
import type { MethodPlan } from "../call/method-plan.ts";
import { addHeaders } from "../http/answer.ts";
import { attachment } from "../http/content-disposition.ts";
import { CallerDisconnected, type HttpCall } from "../http/http-call.ts";
import { writeChunk } from "../http/write-chunk.ts";
import { type ByteMessage, ByteMessages } from "./byte-messages.ts";
import type { RequestReader, RestRoute } from "./rest-route.ts";

/** Description of the bytes: the fields of the stream's first message. */
interface StreamInfo {
  readonly filename: string;
  readonly mediaType: string;
}

type StreamHandler = (request: Message, context: CallContext) => AsyncIterable<ByteMessage>;

/**
 * Answers with bytes that are produced while they are sent, with back-pressure from the caller. After the first bytes,
 * only a broken connection can signal a failure.
 */
export function byteStreamAnswer(plan: MethodPlan, read: RequestReader): RestRoute["answer"] {
  const handle = plan.handler as unknown as StreamHandler;
  return async (call, match) => {
    const request = await read(call, match);
    plan.checkMessage(request, call.principal);
    const messages = new ByteMessages<StreamInfo>(call, handle(request, call), "a stream of bytes");
    try {
      await sendMessages(call, messages);
    } finally {
      call.abort();
      messages.close();
    }
  };
}

async function sendMessages(call: HttpCall, messages: ByteMessages<StreamInfo>): Promise<void> {
  const info = await messages.info();
  if (call.isHead) {
    writeHead(call, info);
    call.response.end();
    return;
  }
  // The head is sent with the first bytes, so that a failure at the start still gets its proper status.
  let chunk = await messages.chunk();
  writeHead(call, info);
  for (; chunk !== undefined; chunk = await messages.chunk()) {
    if (!(await writeChunk(call.response, chunk))) throw new CallerDisconnected();
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
