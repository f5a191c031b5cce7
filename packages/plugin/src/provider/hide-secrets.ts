const HIDDEN = "[hidden]";
/** Shorter ones could stand in any word, and hiding them would show them. */
const MIN_LENGTH = 8;

/**
 * Text from a provider without what looks like a key: the secrets themselves in any usual spelling, keys that the
 * provider masked itself (their ends are real), and what follows "Bearer". Undefined when it can't be made safe.
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
