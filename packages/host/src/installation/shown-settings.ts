import { HIDDEN, redact } from "./redact.ts";

/**
 * Returns the settings of a plugin as JSON, without secrets. A schema can decode them into anything, even into
 * unreadable values.
 */
export const shownSettings = (settings: unknown): Record<string, unknown> => {
  try {
    const shown: unknown = JSON.parse(JSON.stringify(redact(settings ?? {})));
    return typeof shown === "object" && shown !== null && !Array.isArray(shown)
      ? (shown as Record<string, unknown>)
      : { value: shown };
  } catch {
    return { value: HIDDEN };
  }
};
