import { escapeControls } from "@quarry/plugin/domain";

/** Maximum length of one text in a log line: many times the longest sentence that includes a path and a reason. */
export const MAX_TEXT_CHARACTERS = 2_000;

/** Prepares a text for the log: truncates it, and removes terminal control characters and secrets. */
export type CleanText = (text: string, maxCharacters?: number) => string;

/** Minimum length of a secret to redact. Shorter ones occur in ordinary words. */
const LEAST_SECRET_CHARACTERS = 8;

const HIDDEN = "<hidden>";

/** Credentials in an authorization header, of a caller or for a provider. */
const CREDENTIAL = /\b(bearer|basic)\s[\w.~+/=-]{8,512}/gi;

/** Characters scanned for secrets beyond the truncation: a secret must not be split and half of it shown. */
const BEYOND_CHARACTERS = 512;

export const cleanText = (secrets: readonly string[]): CleanText => {
  const spellings = [...new Set(secrets.filter(({ length }) => length >= LEAST_SECRET_CHARACTERS).flatMap(spellingsOf))]
    // A secret that contains another one is replaced first, otherwise parts of it would remain.
    .toSorted((one, other) => other.length - one.length);
  return (text, maxCharacters = MAX_TEXT_CHARACTERS) => {
    let shown = text.slice(0, maxCharacters + BEYOND_CHARACTERS);
    for (const spelling of spellings) shown = shown.replaceAll(spelling, HIDDEN);
    shown = shown.replaceAll(CREDENTIAL, `$1 ${HIDDEN}`);
    // The truncated remainder may begin with the end of a secret.
    const isLong = text.length > maxCharacters + BEYOND_CHARACTERS;
    const end = isLong ? Math.min(maxCharacters, shown.length - BEYOND_CHARACTERS) : maxCharacters;
    return escapeControls(isLong || shown.length > end ? `${shown.slice(0, end).toWellFormed()}…` : shown);
  };
};

const spellingsOf = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString("base64"),
  Buffer.from(secret).toString("base64url"),
];
