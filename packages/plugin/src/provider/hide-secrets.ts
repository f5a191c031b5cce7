const HIDDEN = "[hidden]";
/** Minimum length of a secret. A shorter one can occur in any word, so hiding it would reveal it. */
const MIN_LENGTH = 8;

/**
 * Removes what looks like a key from a provider's text: the secrets themselves in any common spelling, keys that the
 * provider masked itself (their ends are real), and anything after "Bearer". Undefined if the text can't be made safe.
 */
export const hideSecrets = (text: string, secrets: readonly string[]): string | undefined => {
  let shown = text;
  for (const secret of secrets.filter((candidate) => candidate !== "")) {
    if (secret.length < MIN_LENGTH && shown.includes(secret)) return undefined;
    for (const spelling of spellings(secret)) shown = shown.replaceAll(spelling, HIDDEN);
  }
  return shown
    .replaceAll(/\S+/g, (word) => (word.includes("**") ? HIDDEN : word))
    .replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${HIDDEN}`);
};

const spellings = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString("base64"),
];
