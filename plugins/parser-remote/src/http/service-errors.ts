import type { IncomingMessage } from "node:http";
import { ParserError, type ParserErrorReason, type ParserSource } from "@quarry/plugin";
import type { RemoteSettings } from "../remote-settings.ts";

/** HTTP statuses that are errors of the file. All others are errors of the service. */
const FILE_ERRORS: Readonly<Record<number, readonly [ParserErrorReason, string]>> = {
  204: ["empty", "the file has no text that could be extracted"],
  400: [
    "corrupt",
    "the parsing service does not accept the file: it may be damaged; save it again and upload that copy",
  ],
  413: ["limit", "the file is larger than the parsing service accepts: split it into smaller files"],
  415: ["wrong_type", "the parsing service can't read files of this kind"],
  422: [
    "corrupt",
    "the parsing service can't read the file: it is encrypted, damaged or of a kind it doesn't know; remove a password, or save it again and upload that copy",
  ],
  500: ["corrupt", "the parsing service failed: the file may be damaged; save it again and upload that copy"],
};

/** Returns the error for a response other than 200, and discards its body. */
export async function answerError(response: IncomingMessage, { fileType }: ParserSource): Promise<ParserError> {
  response.resume();
  const status = response.statusCode ?? 0;
  const known = FILE_ERRORS[status];
  if (known !== undefined) return new ParserError(known[0], known[1]);
  const meaning = SERVICE_ERRORS[status] ?? "";
  return new ParserError(
    "unavailable",
    `the parsing service for .${fileType} files answered with status ${status}${meaning}`,
  );
}

const SERVICE_ERRORS: Readonly<Record<number, string>> = {
  401: ": it requires a key (setting headers)",
  403: ": it refuses the key (setting headers)",
  404: ": the endpoint does not exist (settings protocol and url)",
  405: ": the endpoint does not exist (settings protocol and url)",
  429: ": it is busy",
  503: ": it is busy or starting",
};

export const timeoutError = ({ timeoutSeconds }: RemoteSettings): ParserError =>
  new ParserError(
    "unavailable",
    `the parsing service did not answer within ${timeoutSeconds} s (setting timeoutSeconds)`,
  );

export const connectionError = ({ url }: RemoteSettings, error: unknown): ParserError =>
  new ParserError(
    "unavailable",
    `the parsing service at ${new URL(url).host} can't be reached (${(error as NodeJS.ErrnoException).code ?? "connection lost"})`,
    { cause: error },
  );

/** Returns the error for a response that doesn't conform to the protocol. */
export const answerUnreadable = (protocol: string, problem: string): ParserError =>
  new ParserError("unavailable", `the parsing service does not respond like ${protocol}: ${problem}`);
