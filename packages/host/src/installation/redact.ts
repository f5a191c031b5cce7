import { Redacted } from "effect";

export const HIDDEN = "<hidden>";

/** Names under which a secret may stand where no schema says so: among headers, say. */
const SECRET_NAME =
  /authorization|bearer|cookie|passw|secret|signature|token|(api|access|private|auth)[-_]?key|^(key|pwd)$/i;

/** Deeper than any configuration nests: what refers to itself has no end. */
const MAX_DEPTH = 32;

/** A value that can be shown to whoever looks over the shoulder: secrets, and those in addresses, are hidden. */
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

/** Every text in a value that `redact` hides, so that it can be found where it should not be. */
export const secretTexts = (value: unknown, name = "", depth = 0): readonly string[] => {
  if (Redacted.isRedacted(value)) return [String(Redacted.value(value))];
  if (typeof value === "string") return isSecret(name, value) ? [value] : addressSecrets(value);
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return [];
  const items = Array.isArray(value) ? value.map((item) => [name, item] as const) : Object.entries(value);
  return items.flatMap(([key, item]) => secretTexts(item, key, depth + 1));
};

const isSecret = (name: string, value: string): boolean => value !== "" && SECRET_NAME.test(name);

/** An address without the password, or the name where it stands alone, or a parameter that is called like a secret. */
const withoutSecrets = (text: string): string => {
  const url = addressOf(text);
  if (url === undefined || addressSecrets(text).length === 0) return text;
  if (url.password === "" && url.username !== "") url.username = "hidden";
  if (url.password !== "") url.password = "hidden";
  for (const name of secretParameters(url)) url.searchParams.set(name, "hidden");
  return url.href;
};

const addressSecrets = (text: string): readonly string[] => {
  const url = addressOf(text);
  if (url === undefined) return [];
  const own = url.password === "" ? url.username : url.password;
  return [...(own === "" ? [] : [own]), ...secretParameters(url).flatMap((name) => url.searchParams.getAll(name))];
};

const secretParameters = (url: URL): readonly string[] => [
  ...new Set([...url.searchParams.keys()].filter((name) => SECRET_NAME.test(name))),
];

/** Only what names a server: `a: b` is an address too, to who asks for no more. */
const addressOf = (text: string): URL | undefined => {
  const url = text.includes("://") ? URL.parse(text) : null;
  return url ?? undefined;
};
