import type { Settings } from "@quarry/host";
import { destination, type Logger, pino } from "pino";

/** Where anything secret could stand by accident: never written, whatever is logged. */
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

/** Structured lines on standard error, so that standard output stays for what the program says to people. */
export const makeLogger = (settings: Pick<Settings, "logLevel">): Logger =>
  pino(
    {
      level: settings.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_PATHS, censor: "[redacted]" },
    },
    destination({ fd: 2, sync: false }),
  );
