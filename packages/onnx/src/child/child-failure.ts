import { ModelFailure } from "../model-failure.ts";

export const isModelFailure = (error: unknown): error is ModelFailure => error instanceof ModelFailure;

/** What an error of the runtime means: it has no codes, only words. */
export function loadFailure(error: unknown): ModelFailure {
  const message = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return new ModelFailure(reasonOf(message), `${message}${cause}`);
}

function reasonOf(message: string): ModelFailure["reason"] {
  if (/could not locate file/i.test(message)) return "not_found";
  if (/unauthorized|forbidden/i.test(message)) return "unauthorized";
  if (/fetch failed|internal server error|bad gateway|service unavailable|gateway timeout|too many/i.test(message))
    return "unavailable";
  return "incompatible";
}
