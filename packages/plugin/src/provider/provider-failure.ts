import { PluginError, type PluginErrorReason } from "../plugin-error.ts";
import { AnswerError, DimensionError } from "./answer-error.ts";
import { readErrorBody } from "./error-message.ts";
import { hideSecrets } from "./hide-secrets.ts";
import type { ProviderCall } from "./provider-call.ts";
import type { ProviderAnswer } from "./provider-exchange.ts";
import { retryAfterSeconds } from "./retry-after.ts";
import { meaningOf } from "./status-meaning.ts";

/**
 * Returns the error of a failed call. The vendor's error is read but never stored as cause: it may contain the request,
 * and so the key.
 */
export const failureOf = (call: ProviderCall, answer: ProviderAnswer | undefined, error: unknown): PluginError => {
  if (error instanceof PluginError) return error;
  if (answer === undefined) {
    if (error instanceof AnswerError) return failure(call, "incompatible", misbehaves(call, error.message));
    return failure(call, "unavailable", `${hostOf(call)} can't be reached (${codeOf(error)})`);
  }
  if (answer.status >= 300 && answer.status < 400) return redirectFailure(call, answer);
  if (answer.status >= 400) return statusFailure(call, answer);
  return unreadableFailure(call, answer, error);
};

export const timeoutFailure = (call: ProviderCall): PluginError =>
  failure(
    call,
    "unavailable",
    `${hostOf(call)} did not answer within ${call.timeoutSeconds} s (setting timeoutSeconds)`,
  );

const statusFailure = (call: ProviderCall, answer: ProviderAnswer): PluginError => {
  const body = readErrorBody(answer.body);
  const { reason, meaning, quote } = meaningOf(answer.status, body, call);
  // A provider that rejects a key often repeats it in the message.
  const message = quote ? hideSecrets(body.message, call.secrets) : undefined;
  const wait = reason === "rate_limited" || reason === "unavailable" ? retryAfterSeconds(answer.headers) : undefined;
  return new PluginError({
    plugin: call.plugin,
    reason,
    message: `${hostOf(call)} ${meaning} (status ${answer.status}${message ? `: ${message}` : ""})`,
    ...(wait !== undefined && { retryAfterSeconds: wait }),
  });
};

const redirectFailure = (call: ProviderCall, { status, headers }: ProviderAnswer): PluginError => {
  const location = headers.get("location") ?? "";
  const target = URL.canParse(location, call.baseUrl) ? ` to ${new URL(location, call.baseUrl).host}` : "";
  return failure(
    call,
    "incompatible",
    `${hostOf(call)} answers with a redirect${target} (status ${status}), which is not followed: set baseUrl to its target`,
  );
};

/** Returns the error for a successful status with an unusable body. */
const unreadableFailure = (call: ProviderCall, { body }: ProviderAnswer, error: unknown): PluginError => {
  if (error instanceof DimensionError) return failure(call, "incompatible", error.message);
  const text = new TextDecoder().decode(body).trim();
  if (isJson(text)) {
    const problem = error instanceof AnswerError ? error.message : `its response can't be read (${String(error)})`;
    return failure(call, "incompatible", misbehaves(call, problem));
  }
  // The body was truncated in transit, which a proxy does when its server dies: the next response may be complete.
  if (text.startsWith("{")) return failure(call, "unavailable", `the answer of ${hostOf(call)} is cut off`);
  return failure(call, "incompatible", misbehaves(call, "its response is not JSON"));
};

const misbehaves = (call: ProviderCall, problem: string): string =>
  `${hostOf(call)} does not answer as ${call.protocol} does: ${problem} (setting baseUrl)`;

const failure = (call: ProviderCall, reason: PluginErrorReason, message: string): PluginError =>
  new PluginError({
    plugin: call.plugin,
    reason,
    message: hideSecrets(message, call.secrets) ?? "the provider failed; its message is not shown, as it holds the key",
  });

const hostOf = ({ baseUrl }: ProviderCall): string => new URL(baseUrl).host;

/** Returns the system's error code, found in the chain of causes: ECONNREFUSED, ENOTFOUND, UND_ERR_SOCKET, … */
const codeOf = (error: unknown): string => {
  for (
    let cause = error as { code?: unknown; cause?: unknown } | undefined;
    cause != null;
    cause = cause.cause as never
  )
    if (typeof cause.code === "string") return cause.code;
  return "connection lost";
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
