import { Redacted } from "effect";

export const HIDDEN = "<hidden>";

/** Names that suggest a secret if no schema declares one, for example in headers. */
const SECRET_NAME =
  /authorization|bearer|cookie|passw|secret|signature|token|(api|access|private|auth)[-_]?key|^(key|pwd)$/i;

/** Maximum depth: deeper than any configuration. Stops at circular references. */
const MAX_DEPTH = 32;

/** Redacts a value for display: secrets, and those in URLs, are hidden. */
export const redact = (value: unknown, name = "", depth = 0): unknown => {
  if (Redacted.isRedacted(value)) return HIDDEN;
  if (typeof value === "string") return isSecret(name, value) ? HIDDEN : withoutSecrets(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return HIDDEN;
  if (Array.isArray(value)) return value.map((item) => redact(item, name, depth + 1));
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON === "function") return redact(toJSON.call(value), name, depth + 1);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redact(item, key, depth + 1)]));
};

/** Returns every text in a value that `redact` hides, to find it in other texts. */
export const secretTexts = (value: unknown, name = "", depth = 0): readonly string[] => {
  if (Redacted.isRedacted(value)) return [String(Redacted.value(value))];
  if (typeof value === "string") return isSecret(name, value) ? [value] : addressSecrets(value);
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return [];
  const items = Array.isArray(value) ? value.map((item) => [name, item] as const) : Object.entries(value);
  return items.flatMap(([key, item]) => secretTexts(item, key, depth + 1));
};

const isSecret = (name: string, value: string): boolean => value !== "" && SECRET_NAME.test(name);

/**
 * Removes the passwords of URLs in a text, or the user names if they have no password. If the whole text is a URL, also
 * removes parameters whose names suggest secrets.
 */
const withoutSecrets = (text: string): string => {
  const shown = text.replace(entryOf(text), (_, before: string, user: string, password?: string) =>
    password === undefined ? `${before}hidden@` : `${before}${user}:hidden@`,
  );
  const url = addressOf(shown);
  const names = url === undefined ? [] : secretParameters(url);
  if (url === undefined || names.length === 0) return shown;
  for (const name of names) url.searchParams.set(name, "hidden");
  return url.href;
};

const addressSecrets = (text: string): readonly string[] => {
  const url = addressOf(text);
  const own = [...text.matchAll(entryOf(text))].flatMap(([, , user, password]) => spelledOut(password ?? user!));
  return [
    ...own,
    ...(url === undefined ? [] : secretParameters(url)).flatMap((name) => url!.searchParams.getAll(name)),
  ];
};

/**
 * Pattern for the credentials before a URL's host. In a text that is not a URL, it matches everything that could be
 * credentials.
 */
const entryOf = (text: string): RegExp => (addressOf(text) === undefined ? ANY_ENTRY : ENTRY);

const ENTRY = /(:\/\/)([^\s/?#:]*)(?::([^\s/?#]*))?@/g;
const ANY_ENTRY = /(:\/\/)([^\s:@]*)(?::((?:(?!:\/\/)\S)*))?@/g;

/** Returns the encoded and decoded form of a URL component: messages can contain either. */
const spelledOut = (found: string): readonly string[] => {
  if (found === "") return [];
  try {
    return [...new Set([found, decodeURIComponent(found)])];
  } catch {
    // A % that begins no escape sequence is literal.
    return [found];
  }
};

const secretParameters = (url: URL): readonly string[] => [
  ...new Set([...url.searchParams.keys()].filter((name) => SECRET_NAME.test(name))),
];

/** Parses a URL with a host. Without this condition `a: b` would be a URL too. */
const addressOf = (text: string): URL | undefined => {
  const url = text.includes("://") ? URL.parse(text) : null;
  return url ?? undefined;
};
