import type { Settings } from "@quarry/host";
import { destination, type Logger, pino } from "pino";
import { cleanText } from "./log/bounded-text.ts";
import { BoundedValues } from "./log/bounded-value.ts";
import { LineAllowance } from "./log/line-allowance.ts";

/** Paths at which a secret could be logged by accident. Their values are never written. */
const SECRET_PATHS = [
  "authorization",
  "*.authorization",
  "apiKey",
  "*.apiKey",
  "secret",
  "*.secret",
  "credential",
  "*.credential",
];

export interface LoggerOptions extends Pick<Settings, "logLevel"> {
  /** Texts that must never appear in the log, whatever their source. */
  readonly secrets: readonly string[];
}

/**
 * Logs structured lines to standard error; standard output stays free for messages to people. Each line has a maximum
 * length, and lines of a plugin (`plugin`) have a rate limit per second.
 */
export const makeLogger = ({ logLevel, secrets }: LoggerOptions): Logger => {
  const clean = cleanText(secrets);
  const allowances = new Map<string, LineAllowance>();
  const allowanceOf = (plugin: string): LineAllowance => {
    const known =
      allowances.get(plugin) ??
      new LineAllowance((leftOut) => logger.warn(`… ${leftOut} lines of the plugin ${plugin} were omitted`));
    allowances.set(plugin, known);
    return known;
  };
  const logger: Logger = pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_PATHS, censor: "[redacted]" },
      formatters: { log: ({ err, ...fields }) => withError(clean, fields, err) },
      // The fields are already serialised.
      serializers: { err: (value: unknown) => value },
      hooks: {
        logMethod(parts, method) {
          const [fields, message] = parts as unknown as [unknown, unknown];
          const plugin =
            typeof fields === "object" && fields !== null && "plugin" in fields ? fields.plugin : undefined;
          if (typeof plugin === "string" && !allowanceOf(plugin).take()) return;
          if (typeof fields === "string") return method.call(this, clean(fields));
          method.call(this, fields as object, message === undefined ? undefined : clean(textOf(message)));
        },
      },
    },
    destination({ fd: 2, sync: false }),
  );
  return logger;
};

/** Converts a message to text: a plugin's message can be any value. */
const textOf = (message: unknown): string => {
  try {
    return String(message);
  } catch {
    return typeof message;
  }
};

const withError = (
  clean: ReturnType<typeof cleanText>,
  fields: Record<string, unknown>,
  err: unknown,
): Record<string, unknown> => {
  const bounded = new BoundedValues(clean);
  const shown = bounded.of(fields) as Record<string, unknown>;
  return err === undefined ? shown : { ...shown, err: bounded.error(err) };
};
