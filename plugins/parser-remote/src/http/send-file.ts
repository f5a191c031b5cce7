import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ParserError, type ParserSource } from "@quarry/plugin";
import type { RemoteSettings } from "../remote-settings.ts";
import { fileBody, type FileForm } from "./file-body.ts";
import { answerError, connectionError, timeoutError } from "./service-errors.ts";

/** Request with which a service accepts the file. */
export interface FileRequest {
  readonly method: "PUT" | "POST";
  /** Path below the address in the settings. */
  readonly path: string;
  readonly accept: string;
  /** Sends a form with the file under this name and these fields. If absent, the file is the body. */
  readonly form?: FileForm;
}

/**
 * Streams the file from disk and yields the response's body as it arrives. Errors are `ParserError`s: `unavailable` if
 * the service is the cause, so that the document waits for it. Ending the iteration aborts the request.
 */
export async function* sendFile(
  source: ParserSource,
  settings: RemoteSettings,
  request: FileRequest,
): AsyncGenerator<Buffer> {
  const deadline = AbortSignal.timeout(settings.timeoutSeconds * 1_000);
  try {
    const { body, headers } = fileBody(source, request.form);
    const response = await exchange(settings, request, headers, body, deadline);
    if (response.statusCode !== 200) throw await answerError(response, source);
    yield* response as AsyncIterable<Buffer>;
  } catch (error) {
    if (error instanceof ParserError) throw error;
    throw deadline.aborted ? timeoutError(settings) : connectionError(settings, error);
  }
}

async function exchange(
  settings: RemoteSettings,
  { method, path, accept }: FileRequest,
  headers: Record<string, string>,
  body: Readable,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const url = new URL(settings.url.replace(/(?<!\/)\/+$/, "") + path);
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  const outgoing = request(url, { method, headers: { accept, ...headers, ...settings.headers }, signal });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once("response", resolve);
    outgoing.once("error", reject);
  });
  // A service can respond before it has received the whole file. Its response then gives the reason.
  const sent = pipeline(body, outgoing, { signal }).catch((error: unknown) => {
    if (!outgoing.destroyed) outgoing.destroy(error as Error);
  });
  try {
    return await answer;
  } finally {
    if (outgoing.destroyed) await sent;
  }
}
