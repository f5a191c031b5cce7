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
    const download = await Download.open(call, (part) => handle({ ...request, ...part }, call), range);
    try {
      await download.answer();
    } finally {
      call.abort();
      download.close();
    }
  };
}

class Download {
  readonly #call: HttpCall;
  readonly #messages: ByteMessages<FileInfo>;
  readonly #info: FileInfo;
  readonly #isRange: boolean;

  private constructor(call: HttpCall, messages: ByteMessages<FileInfo>, info: FileInfo, isRange: boolean) {
    this.#call = call;
    this.#messages = messages;
    this.#info = info;
    this.#isRange = isRange;
  }

  static async open(
    call: HttpCall,
    start: (range: Partial<ByteRange>) => AsyncIterable<ByteMessage>,
    range: ByteRange | undefined,
  ): Promise<Download> {
    const messages = new ByteMessages<FileInfo>(call, start(range ?? {}), "a download");
    const info = await messages.info();
    if (range === undefined || ifRangeAllows(call.header("if-range"), quoted(info.etag))) {
      return new Download(call, messages, info, range !== undefined);
    }
    // The client has part of another version: it needs all of this one.
    messages.close();
    return Download.open(call, start, undefined);
  }

  async answer(): Promise<void> {
    const { size, offset = 0n, length, etag } = this.#info;
    if (noneMatchNames(this.#call.header("if-none-match"), quoted(etag))) return this.#answerHead(304, []);
    if (this.#isRange && length === 0n) return this.#answerUnsatisfiable();
    const range = this.#isRange ? ["Content-Range", `bytes ${offset}-${offset + length - 1n}/${size}`] : [];
    const head = [...range, ...this.#description(), "Content-Length", String(length)];
    const status = this.#isRange ? 206 : 200;
    if (this.#call.isHead) return this.#answerHead(status, head);
    await this.#sendBytes(() => this.#writeHead(status, head));
  }

  close(): void {
    this.#messages.close();
  }

  #answerHead(status: number, head: readonly string[]): void {
    this.#writeHead(status, head);
    this.#call.response.end();
  }

  #answerUnsatisfiable(): void {
    const { size } = this.#info;
    this.#call.responseHeaders.set("content-range", `bytes */${size}`);
    answerDetail(this.#call, 416, `Range: must start before the end of the file (${size} bytes), got a range after it`);
  }

  #description(): string[] {
    const { filename, mediaType } = this.#info;
    return [
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
  }

  #writeHead(status: number, head: readonly string[]): void {
    // Clients revalidate the tag on every use, and shared caches store nothing that requires a token.
    const all = [
      "X-Request-Id",
      this.#call.requestId,
      "ETag",
      quoted(this.#info.etag),
      "Cache-Control",
      "private, no-cache",
      ...head,
    ];
    addHeaders(all, this.#call.addedHeaders);
    this.#call.response.writeHead(status, all);
  }

  /** Sends the head with the first bytes, so that a failure to open the file still gets its proper status. */
  async #sendBytes(writeHead: () => void): Promise<void> {
    const { response } = this.#call;
    const length = Number(this.#info.length);
    if (length === 0) writeHead();
    for (let sent = 0; sent < length;) {
      const chunk = await this.#nextChunk(length - sent);
      if (sent === 0) writeHead();
      sent += chunk.byteLength;
      if (!(await writeChunk(response, chunk))) throw new CallerDisconnected();
    }
    response.end();
  }

  async #nextChunk(remainingBytes: number): Promise<Uint8Array> {
    const chunk = await this.#messages.chunk();
    if (chunk === undefined) throw new Error(`a download ended ${remainingBytes} bytes early`);
    if (chunk.byteLength > remainingBytes)
      throw new Error(`a download sent ${chunk.byteLength - remainingBytes} bytes too many`);
    return chunk;
  }
}

const quoted = (etag: string): string => `"${etag}"`;
