/** URL schemes that a person can follow. Others run code (`javascript:`), contain data, or name a local file. */
const SCHEMES = new Set([
  "http:",
  "https:",
  "mailto:",
  "tel:",
  "sms:",
  "ftp:",
  "ftps:",
  "sftp:",
  "geo:",
  "urn:",
  "doi:",
]);
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Maximum URL length: browsers support no more; longer URLs contain data. */
const MAX_URL_CHARACTERS = 2_048;

/**
 * Returns the URL to store for a link: as written, without white space. Undefined for places within the same document,
 * for schemes that can't be followed, and for URLs longer than 2,048 characters.
 */
export function linkUrl(written: string): string | undefined {
  if (written.length > MAX_URL_CHARACTERS) return undefined;
  const url = written
    .toWellFormed()
    // Browsers drop control characters too: they read "java\nscript:" as a scheme.
    .replaceAll(/\p{Cc}/gu, "")
    .trim()
    .replaceAll(/[\s<>"]/g, (character) => encodeURIComponent(character));
  if (url === "" || url.startsWith("#") || url.length > MAX_URL_CHARACTERS) return undefined;
  const [scheme] = SCHEME.exec(url) ?? [];
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase()) ? url : undefined;
}

/** Returns the words of a URL: all but its scheme, which most URLs share; percent-encoded parts also decoded. */
export function wordsOfUrl(url: string): string {
  const words = url.replace(SCHEME, "").replace(/^\/\//, "");
  if (!words.includes("%")) return words;
  try {
    return `${words}\n${decodeURIComponent(words)}`;
  } catch {
    return words;
  }
}
