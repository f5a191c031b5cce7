import { escapeControls, withoutPaths } from "@quarry/plugin/domain";
import { PLUGIN_ERROR_REASONS, PluginError, type PluginErrorReason } from "@quarry/plugin";
import { Cause } from "effect";
import type { PluginCall } from "./plugin-call.ts";
import { WrongAnswer } from "./wrong-answer.ts";

const REASONS: ReadonlySet<unknown> = new Set(PLUGIN_ERROR_REASONS);

/** Messages stand in answers, in the database and in webhooks. */
const MAX_MESSAGE_CHARACTERS = 2_000;

/** A day: a longer delay means a daily or monthly quota, and is retried then. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

export interface PluginFailure {
  readonly error: PluginError;
  /** Whether the plugin broke its contract, so that who runs it should know. */
  readonly isFault: boolean;
  /** The plugin's message, where callers get less of it. */
  readonly message?: string;
}

/** Error and fault flag for a failed call. An unexpected error is only logged: its message may reveal anything. */
export const failureOf = (call: PluginCall, cause: Cause.Cause<unknown>): PluginFailure => {
  if (Cause.hasInterruptsOnly(cause)) return { error: broken(call, "gave itself up in"), isFault: true };
  const error = Cause.squash(cause);
  if (error instanceof WrongAnswer) return { error: wrongAnswer(call, error.message), isFault: true };
  try {
    const own = ownError(call, error);
    if (own !== undefined) return { ...own, isFault: false };
  } catch {
    // Not even its error can be read.
  }
  return { error: broken(call, "broke down in", error), isFault: true };
};

/**
 * The plugin's own error, with nothing in it that could harm, or that says where files of the service lie: by its tag, since
 * a plugin may bring its own copy of the class. Undefined for what is none.
 */
const ownError = ({ plugin }: PluginCall, error: unknown): Pick<PluginFailure, "error" | "message"> | undefined => {
  if (typeof error !== "object" || error === null) return undefined;
  const { _tag, reason, message, retryAfterSeconds, cause } = error as Partial<PluginError>;
  if (_tag !== "PluginError" || !REASONS.has(reason) || typeof message !== "string" || message.trim() === "") {
    return undefined;
  }
  const waits = typeof retryAfterSeconds === "number" && retryAfterSeconds >= 0;
  const text = escapeControls(
    message.length <= MAX_MESSAGE_CHARACTERS ? message : `${message.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed()}…`,
  );
  const reported = withoutPaths(text);
  const own = new PluginError({
    plugin,
    reason: reason as PluginErrorReason,
    message: reported,
    ...(waits && { retryAfterSeconds: Math.min(retryAfterSeconds, MAX_RETRY_AFTER_SECONDS) }),
    ...(cause !== undefined && { cause }),
  });
  return { error: own, ...(reported !== text && { message: text }) };
};

const broken = ({ plugin, call }: PluginCall, did: string, cause?: unknown): PluginError =>
  new PluginError({
    plugin,
    reason: "internal",
    message: `the plugin "${plugin}" ${did} ${call}: this is a fault of the plugin; the service's log tells more`,
    cause,
  });

const wrongAnswer = ({ plugin, call }: PluginCall, problem: string): PluginError =>
  new PluginError({
    plugin,
    reason: "internal",
    message: `the plugin "${plugin}" gave a wrong answer to ${call}: ${problem}`,
  });

export const tooSlow = ({ plugin, call }: PluginCall, seconds: number, setting: string): PluginError =>
  new PluginError({
    plugin,
    reason: "unavailable",
    message: `the plugin "${plugin}" gave no answer to ${call} in ${seconds} s (pluginTimeouts.${setting})`,
  });
