/** Schemes of addresses that a person follows. Others run code (`javascript:`), carry data, or name a file of some machine. */
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
/** Browsers don't go beyond it; longer ones carry data. */
const MAX_URL_CHARACTERS = 2_048;

/**
 * An address as it is kept of a link: as it is written, without white space. Undefined for places within the same document,
 * for schemes that nobody follows, and for what is longer than 2,048 characters.
 */
export function linkUrl(written: string): string | undefined {
  if (written.length > MAX_URL_CHARACTERS) return undefined;
  const url = written
    .toWellFormed()
    // Browsers drop control characters too: "java\nscript:" is a scheme to them.
    .replaceAll(/\p{Cc}/gu, "")
    .trim()
    .replaceAll(/[\s<>"]/g, (character) => encodeURIComponent(character));
  if (url === "" || url.startsWith("#") || url.length > MAX_URL_CHARACTERS) return undefined;
  const [scheme] = SCHEME.exec(url) ?? [];
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase()) ? url : undefined;
}

/** The words of an address: all but its scheme, which most share; where it has coded characters, also decoded. */
export function wordsOfUrl(url: string): string {
  const words = url.replace(SCHEME, "").replace(/^\/\//, "");
  if (!words.includes("%")) return words;
  try {
    return `${words}\n${decodeURIComponent(words)}`;
  } catch {
    return words;
  }
}
