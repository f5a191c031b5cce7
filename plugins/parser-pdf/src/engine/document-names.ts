/** Titles set by a program: they name the tool that made the file, not its subject. */
const JUNK_TITLES: readonly RegExp[] = [
  /^microsoft (?:word|excel|powerpoint|office|visio)\b/i,
  /^(?:untitled|unbenannt|sans titre|sin título|senza titolo|no title|title|titel|none|null|test)\b[\s\d().-]*$/i,
  /^(?:(?:microsoft )?(?:powerpoint|word|excel)[- ]?(?:presentation|document|präsentation)?|presentation|document|dokument|slide|folie|page|layout|print|scan|book|sheet|mappe|image|img|doc|new document)[\s_-]*\d*$/i,
  // A file name or address.
  /\.(?:docx?|dotx?|pptx?|xlsx?|xlsm|indd|qxd|qxp|tex|dvi|ps|eps|fm|pmd|pub|cdr|ai|psd|rtf|odt|ods|odp|wpd|vsdx?|html?|aspx?|php|jsp|xml|txt|tmp|pdf|tiff?|jpe?g|png)$/i,
  /^(?:[a-z]:\\|\\\\|file:|https?:|about:)/i,
];
const JUNK_AUTHORS =
  /^(?:unknown|user|username|owner|admin|administrator|default|author|anonymous|none|null|root|pc)\d*$/i;
/** A longer "title" is body text. */
const MAX_NAME_CHARACTERS = 500;

/** Returns the title that a file declares, or "" if it is of no use to a reader. */
export function titleOf(stated: string): string {
  const title = tidy(stated);
  // Requires two adjacent letters: "0001018724-18-000005" is a filing's number.
  const isName = /\p{L}{2}/u.test(title) && !title.includes("\ufffd") && title.length <= MAX_NAME_CHARACTERS;
  return isName && !JUNK_TITLES.some((junk) => junk.test(title)) ? title : "";
}

/** Returns the author that a file declares, or "" if it is a generic account name. */
export function authorOf(stated: string): string {
  const author = tidy(stated);
  return JUNK_AUTHORS.test(author) || !/\p{L}/u.test(author) || author.length > MAX_NAME_CHARACTERS ? "" : author;
}

const tidy = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
