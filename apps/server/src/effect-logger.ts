import { Cause, Logger as EffectLogger } from "effect";
import type { Logger } from "pino";

/** Forwards the log output of effects to the service's log. */
export const effectLogger = (logger: Logger): EffectLogger.Logger<unknown, void> =>
  EffectLogger.make(({ message, logLevel, cause }) => {
    const parts = Array.isArray(message) ? message : [message];
    const text = parts.filter((part) => typeof part === "string").join(" ");
    const fields = Object.assign(
      {},
      ...parts.filter((part) => typeof part === "object" && part !== null && !(part instanceof Error)),
    );
    const error =
      parts.find((part) => part instanceof Error) ?? (cause.reasons.length > 0 ? Cause.squash(cause) : undefined);
    logger[levelOf(logLevel)](error === undefined ? fields : { ...fields, err: error }, text);
  });

const levelOf = (level: string): "debug" | "info" | "warn" | "error" => {
  switch (level) {
    case "Fatal":
    case "Error":
      return "error";
    case "Warn":
      return "warn";
    case "Info":
      return "info";
    default:
      return "debug";
  }
};
