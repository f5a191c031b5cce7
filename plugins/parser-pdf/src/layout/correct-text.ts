const LIGATURES: Record<string, string> = {
  "\ufb00": "ff",
  "\ufb01": "fi",
  "\ufb02": "fl",
  "\ufb03": "ffi",
  "\ufb04": "ffl",
  "\ufb05": "st",
  "\ufb06": "st",
};

/** Direction marks and invisible line-break positions. The joiners of Persian and Indic words are retained. */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Characters that one of the replacements below would change. Most lines have none. */
const UNTIDY =
  /[\ufb00-\ufb06\uf076-\uf0fc\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[^\S\n ]| {2}|(?:[.·…] ?){5}|^ | $/;

/** Fast check: most lines contain only these characters. */
const ASCII = /^[!-~](?:[ -~]*[!-~])?$/;

/** The dot leader between a title and its page number. */
export const LEADER = /(?:[.·…] ?){5}/;

/** Replaces ligatures by letters, symbol-font bullets by bullets, and dot leaders by a space. */
export const normalizeText = (text: string): string => (isTidy(text) || !UNTIDY.test(text) ? text : tidied(text));

const isTidy = (text: string): boolean =>
  ASCII.test(text) && !text.includes("  ") && !text.includes("..") && !text.includes(". .");

const tidied = (text: string): string =>
  text
    .replace(/[\ufb00-\ufb06]/g, (ligature) => LIGATURES[ligature]!)
    .replace(/[\uf0b7\uf0a7\uf0d8\uf076\uf0fc]/g, "•")
    .replace(/(?:[.·…] ?){5,}/g, " ")
    .replace(/\u00ad(?!$)/g, "")
    .replace(INVISIBLE, "")
    .replace(/[^\S\n]+/g, " ")
    .trim();

/** Restores the file's hyphen at the end of a text that no line follows. */
export const endText = (text: string): string =>
  text
    .replace(/\u00ad$/, "")
    .replace(/\ufffe$/, "-")
    .trim();
