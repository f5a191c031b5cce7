import { HIDDEN } from "./redact.ts";

/** Shorter ones could stand in any word, and hiding them there would show them. */
const MIN_LENGTH = 6;

/** A message without these texts, in any usual spelling; nothing of it where that can't be made sure. */
export const hideTexts = (message: string, secrets: readonly string[]): string => {
  let shown = message;
  // A secret that holds another one goes first, so that nothing of it is left.
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
