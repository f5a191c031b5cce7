import { escapeControls, withoutPaths } from "@quarry/plugin/domain";
import { PLUGIN_ERROR_REASONS, PluginError, type PluginErrorReason } from "@quarry/plugin";
import { Cause } from "effect";
import type { PluginCall } from "./plugin-call.ts";
import { WrongAnswer } from "./wrong-answer.ts";

const REASONS: ReadonlySet<unknown> = new Set(PLUGIN_ERROR_REASONS);

/** Maximum length of a message. Messages appear in responses, in the database and in webhooks. */
const MAX_MESSAGE_CHARACTERS = 2_000;

/** One day. A longer delay means a daily or monthly quota, and is retried after a day. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

export interface PluginFailure {
  readonly error: PluginError;
  /** Whether the plugin broke its contract, which the operator should know. */
  readonly isFault: boolean;
  /** The plugin's message, if callers get a shorter one. */
  readonly message?: string;
}

/**
 * Returns the error and fault flag of a failed call. An unexpected error is only logged, because its message can reveal
 * anything.
 */
export const failureOf = (call: PluginCall, cause: Cause.Cause<unknown>): PluginFailure => {
  if (Cause.hasInterruptsOnly(cause)) return { error: internalError(call, "interrupted itself in"), isFault: true };
  const error = Cause.squash(cause);
  if (error instanceof WrongAnswer) return { error: wrongAnswer(call, error.message), isFault: true };
  try {
    const own = ownError(call, error);
    if (own !== undefined) return { ...own, isFault: false };
  } catch {
    // Even reading the error failed.
  }
  return { error: internalError(call, "crashed in", error), isFault: true };
};

/**
 * Returns the plugin's own error, without unsafe content and without paths of the service's files. It is identified by
 * its tag, because a plugin can bring its own copy of the class. Returns undefined for any other error.
 */
const ownError = ({ plugin }: PluginCall, error: unknown): Pick<PluginFailure, "error" | "message"> | undefined => {
  if (typeof error !== "object" || error === null) return undefined;
  const { _tag, reason, message, retryAfterSeconds, cause } = error as Partial<PluginError>;
  if (_tag !== "PluginError" || !REASONS.has(reason) || typeof message !== "string" || message.trim() === "") {
    return undefined;
  }
  const hasRetryAfter = typeof retryAfterSeconds === "number" && retryAfterSeconds >= 0;
  const text = escapeControls(
    message.length <= MAX_MESSAGE_CHARACTERS ? message : `${message.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed()}…`,
  );
  const reported = withoutPaths(text);
  const own = new PluginError({
    plugin,
    reason: reason as PluginErrorReason,
    message: reported,
    ...(hasRetryAfter && { retryAfterSeconds: Math.min(retryAfterSeconds, MAX_RETRY_AFTER_SECONDS) }),
    ...(cause !== undefined && { cause }),
  });
  return { error: own, ...(reported !== text && { message: text }) };
};

const internalError = ({ plugin, call }: PluginCall, verb: string, cause?: unknown): PluginError =>
  new PluginError({
    plugin,
    reason: "internal",
    message: `the plugin "${plugin}" ${verb} ${call}: this is a bug in the plugin; see the service's log`,
    cause,
  });

const wrongAnswer = ({ plugin, call }: PluginCall, problem: string): PluginError =>
  new PluginError({
    plugin,
    reason: "internal",
    message: `the plugin "${plugin}" returned an invalid result for ${call}: ${problem}`,
  });

export const tooSlow = ({ plugin, call }: PluginCall, seconds: number, setting: string): PluginError =>
  new PluginError({
    plugin,
    reason: "unavailable",
    message: `the plugin "${plugin}" did not complete ${call} within ${seconds} s (pluginTimeouts.${setting})`,
  });
