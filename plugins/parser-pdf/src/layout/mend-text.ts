const LIGATURES: Record<string, string> = {
  "\ufb00": "ff",
  "\ufb01": "fi",
  "\ufb02": "fl",
  "\ufb03": "ffi",
  "\ufb04": "ffl",
  "\ufb05": "st",
  "\ufb06": "st",
};

/** Marks of direction, and of places where a line may break; the joiners of Persian and Indic words stay. */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Characters that one of the replacements below would change; most lines have none of them. */
const UNTIDY =
  /[\ufb00-\ufb06\uf076-\uf0fc\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[^\S\n ]| {2}|(?:[.·…] ?){5}|^ | $/;

/** Most lines have nothing but these signs, which is quicker to see than what is untidy. */
const ASCII = /^[!-~](?:[ -~]*[!-~])?$/;

/** The dots that lead from a title to its page. */
export const LEADER = /(?:[.·…] ?){5}/;

/** Ligatures to letters, symbol-font bullets to bullets, dot leaders to a blank. */
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

/** A line that nothing follows shows the hyphen that the file has. */
export const endText = (text: string): string =>
  text
    .replace(/\u00ad$/, "")
    .replace(/\ufffe$/, "-")
    .trim();
