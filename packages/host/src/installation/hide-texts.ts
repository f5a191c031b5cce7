import { HIDDEN } from "./redact.ts";

/**
 * Minimum length of a secret to redact. A shorter one could occur in any word, and redacting it there would reveal it.
 */
const MIN_LENGTH = 6;

/** Redacts secrets in a message, in any usual spelling. Redacts the whole message if this can't be guaranteed. */
export const hideTexts = (message: string, secrets: readonly string[]): string => {
  let shown = message;
  // A secret that contains another one is replaced first, otherwise parts of it would remain.
  for (const secret of secrets.toSorted((a, b) => b.length - a.length)) {
    if (secret === "") continue;
    if (secret.length < MIN_LENGTH && shown.includes(secret)) return HIDDEN;
    for (const spelling of spellings(secret)) shown = shown.replaceAll(spelling, HIDDEN);
  }
  return shown;
};

const spellings = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString("base64"),
  Buffer.from(secret).toString("base64url"),
];
