import { RefusedTargetError, UnresolvedTargetError } from "@quarry/events";
import { DomainError } from "@quarry/plugin/domain";
import { type FetchFailure, lasting, passing } from "./fetch-failure.ts";

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the server closed the connection before the page was complete",
  EPIPE: "the server closed the connection before the page was complete",
  ETIMEDOUT: "the connection could not be opened in time",
  EHOSTUNREACH: "the host can't be reached",
  ENETUNREACH: "the network can't be reached",
};

/** Converts errors of Node's clients and decompressors to a failure that names the problem. */
export const explain = (error: unknown): FetchFailure => {
  // A redirect to an address that the service may not access.
  if (error instanceof DomainError) return lasting(error.message);
  if (error instanceof UnresolvedTargetError) return passing(error.message);
  if (error instanceof RefusedTargetError) return lasting(error.message);
  const code = codeOf(error);
  const known = REASONS[code];
  if (known !== undefined) return passing(known);
  if (code === "HPE_HEADER_OVERFLOW") return lasting("the answer's headers are too large");
  if (code.startsWith("HPE_")) return lasting("the answer is not valid HTTP");
  if (code.startsWith("Z_") || code.startsWith("ERR_BROTLI") || code.startsWith("ERR__ERROR_")) {
    return lasting("the page can't be unpacked: it is damaged, or cut off");
  }
  if (/CERT|TLS|SSL|SELF_SIGNED|ISSUER|VERIFY/.test(code)) return lasting(`the secure connection failed (${code})`);
  return passing("the connection failed");
};

/** If several addresses failed, they are one error; the last one's reason is used. */
const codeOf = (error: unknown): string => {
  if (error instanceof AggregateError) return codeOf(error.errors.at(-1));
  return String((error as NodeJS.ErrnoException | undefined)?.code ?? "");
};
