import { openAsBlob } from "node:fs";
import { ParserError, type ParserErrorReason, type ParserSource, secretValue } from "@quarry/plugin";
import { FILE_KINDS } from "./file-kinds.ts";
import type { TikaSettings } from "./tika-settings.ts";

export interface AnswerPart {
  readonly bytes: Uint8Array;
  /** Time spent waiting for the service, which is not the parser's own time. */
  readonly waitedMs: number;
}

/** Response statuses that concern the file; all others are failures of the service. */
const FILE_ERRORS: Readonly<Record<number, readonly [ParserErrorReason, string]>> = {
  204: ["empty", "the file has no text that could be extracted"],
  413: ["limit", "the file is larger than the parsing service accepts: split it into smaller files"],
  415: ["wrong_type", "the parsing service can't read files of this kind"],
  422: ["corrupt", "the file is damaged or needs a password: save it again without one and upload that copy"],
  500: ["corrupt", "the parsing service failed: the file may be damaged; save it again and upload that copy"],
};

/**
 * Streams the file to the server, and yields the response in streaming mode. Errors are `ParserError`: `unavailable` if
 * the service is the cause, so that the document waits for it. Leaving the iteration ends the request.
 */
export async function* askTika(source: ParserSource, settings: TikaSettings): AsyncGenerator<AnswerPart> {
  const left = new AbortController();
  const deadline = AbortSignal.timeout(settings.timeoutSeconds * 1_000);
  let begun = performance.now();
  try {
    const response = await fetch(`${settings.url.replace(/(?<!\/)\/+$/, "")}/tika`, {
      method: "PUT",
      headers: { ...headersOf(settings), ...hintOf(source), accept: "text/html" },
      body: await openAsBlob(source.path),
      redirect: "manual",
      signal: AbortSignal.any([left.signal, deadline]),
    });
    if (response.status !== 200) throw answerError(response.status);
    for await (const bytes of response.body ?? []) {
      yield { bytes, waitedMs: performance.now() - begun };
      begun = performance.now();
    }
  } catch (error) {
    if (error instanceof ParserError) throw error;
    throw deadline.aborted ? timeoutError(settings) : connectionError(settings, error);
  } finally {
    left.abort();
  }
}

/** Only the file name shows the type of a text: without a hint a short mail would be plain text. */
const hintOf = ({ fileType }: ParserSource): Record<string, string> => {
  const { signature, mediaTypes } = FILE_KINDS[fileType]!;
  return signature === undefined ? { "content-type": mediaTypes[0]! } : {};
};

const headersOf = ({ headers }: TikaSettings): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, secretValue(value)]));

const answerError = (status: number): ParserError => {
  const [reason, message] = FILE_ERRORS[status] ?? [
    "unavailable",
    `the parsing service answered with status ${status}: it is busy, wants a key, or is no Tika (settings url and headers)`,
  ];
  return new ParserError(reason, message);
};

const timeoutError = ({ timeoutSeconds }: TikaSettings): ParserError =>
  new ParserError(
    "unavailable",
    `the parsing service did not answer within ${timeoutSeconds} s (setting timeoutSeconds)`,
  );

const connectionError = ({ url }: TikaSettings, error: unknown): ParserError => {
  const code = (error as { readonly cause?: { readonly code?: string } }).cause?.code ?? "connection lost";
  return new ParserError("unavailable", `the parsing service at ${new URL(url).host} can't be reached (${code})`, {
    cause: error,
  });
};
