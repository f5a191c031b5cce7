const NON_ASCII = /[\u0080-\uffff]/;
/** Soft hyphen, zero-width space and joiners, word joiner, byte order mark: invisible, and inside words. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]|\u200c|\u200d/g;

/** The text as it is analyzed: compatibility forms are one, and what can't be seen is gone. */
export function normalizeText(text: string): string {
  return NON_ASCII.test(text) ? text.normalize("NFKC").replace(INVISIBLE, "") : text;
}
