import type { Message } from "@bufbuild/protobuf";
import type { CallContext } from "../../rpc/handler.ts";
import type { MethodPlan } from "../call/method-plan.ts";
import { addHeaders, answerDetail } from "../http/answer.ts";
import { type ByteRange, parseRange } from "../http/byte-range.ts";
import { attachment } from "../http/content-disposition.ts";
import { ifRangeAllows, noneMatchNames } from "../http/entity-tags.ts";
import { CallerDisconnected, type HttpCall } from "../http/http-call.ts";
import { writeChunk } from "../http/write-chunk.ts";
import { type ByteMessage, ByteMessages } from "./byte-messages.ts";
import type { RequestReader, RestRoute } from "./rest-route.ts";

/** Description of the file: the fields of a download's first message. */
interface FileInfo {
  readonly filename: string;
  readonly mediaType: string;
  readonly size: bigint;
  readonly etag: string;
  readonly offset?: bigint;
  readonly length: bigint;
}

type DownloadHandler = (request: Message, context: CallContext) => AsyncIterable<ByteMessage>;

/** Answers with the bytes of a file: all of them, a range, or none if the client has the file cached. */
export function downloadAnswer(plan: MethodPlan, read: RequestReader): RestRoute["answer"] {
  const handle = plan.handler as unknown as DownloadHandler;
  return async (call, match) => {
    const request = await read(call, match);
    plan.checkMessage(request, call.principal);
    const range = call.isHead ? undefined : parseRange(call.header("range"));
    const download = await open(call, (part) => handle({ ...request, ...part }, call), range);
    try {
      await answer(call, download);
    } finally {
      call.abort();
      download.messages.close();
    }
  };
}

interface Download {
  readonly messages: ByteMessages<FileInfo>;
  readonly info: FileInfo;
  readonly isRange: boolean;
}

async function open(
  call: HttpCall,
  start: (range: Partial<ByteRange>) => AsyncIterable<ByteMessage>,
  range: ByteRange | undefined,
): Promise<Download> {
  const messages = new ByteMessages<FileInfo>(call, start(range ?? {}), "a download");
  const info = await messages.info();
  if (range === undefined || ifRangeAllows(call.header("if-range"), quoted(info.etag))) {
    return { messages, info, isRange: range !== undefined };
  }
  // The client has part of another version: it needs all of this one.
  messages.close();
  return open(call, start, undefined);
}

async function answer(call: HttpCall, { messages, info, isRange }: Download): Promise<void> {
  const { size, offset = 0n, length, etag } = info;
  if (noneMatchNames(call.header("if-none-match"), quoted(etag))) {
    writeHead(call, etag, 304, []);
    call.response.end();
    return;
  }
  if (isRange && length === 0n) {
    call.responseHeaders.set("content-range", `bytes */${size}`);
    const detail = `Range: must start before the end of the file (${size} bytes), got a range after it`;
    return answerDetail(call, 416, detail);
  }
  const range = isRange ? ["Content-Range", `bytes ${offset}-${offset + length - 1n}/${size}`] : [];
  const head = [...range, ...description(info), "Content-Length", String(length)];
  const sendHead = () => writeHead(call, etag, isRange ? 206 : 200, head);
  if (call.isHead) sendHead();
  else await sendBytes(call, messages, Number(length), sendHead);
  call.response.end();
}

const description = ({ filename, mediaType }: FileInfo): string[] => [
  "Content-Type",
  mediaType,
  "Content-Disposition",
  attachment(filename),
  "Accept-Ranges",
  "bytes",
  // The bytes come from any caller who may upload: a browser must not treat them as a page of this site.
  "X-Content-Type-Options",
  "nosniff",
];

function writeHead(call: HttpCall, etag: string, status: number, head: readonly string[]): void {
  // Clients revalidate the tag on every use, and shared caches store nothing that requires a token.
  const cached = ["ETag", quoted(etag), "Cache-Control", "private, no-cache"];
  const all = ["X-Request-Id", call.requestId, ...cached, ...head];
  addHeaders(all, call.addedHeaders);
  call.response.writeHead(status, all);
}

/** Sends the head with the first bytes, so that a failure to open the file still gets its proper status. */
async function sendBytes(
  call: HttpCall,
  messages: ByteMessages<FileInfo>,
  length: number,
  sendHead: () => void,
): Promise<void> {
  if (length === 0) sendHead();
  for (let sent = 0; sent < length;) {
    const chunk = await nextChunk(messages, length - sent);
    if (sent === 0) sendHead();
    sent += chunk.byteLength;
    if (!(await writeChunk(call.response, chunk))) throw new CallerDisconnected();
  }
}

async function nextChunk(messages: ByteMessages<FileInfo>, remainingBytes: number): Promise<Uint8Array> {
  const chunk = await messages.chunk();
  if (chunk === undefined) throw new Error(`a download ended ${remainingBytes} bytes early`);
  if (chunk.byteLength > remainingBytes)
    throw new Error(`a download sent ${chunk.byteLength - remainingBytes} bytes too many`);
  return chunk;
}

const quoted = (etag: string): string => `"${etag}"`;
