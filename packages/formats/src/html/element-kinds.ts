/** Elements whose content is not text for readers. */
export const DROPPED = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "iframe",
  "svg",
  "canvas",
  "datalist",
  "noembed",
  "noframes",
  "audio",
  "video",
  // Ruby text is inside its word and would split it.
  "rt",
  "rtc",
  "rp",
]);

/** Source annotations that repeat a formula. */
export const ANNOTATIONS = new Set(["annotation", "annotation-xml"]);
export const LISTS = new Set(["ol", "ul", "menu", "dir"]);

export const NAVIGATION = new Set(["nav", "header", "footer"]);
/** Within these elements, a header or footer belongs to the article, not to the page. */
export const ARTICLES = new Set(["article", "main", "section"]);

/** Block elements. */
export const BLOCKS = new Set(
  (
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure " +
    "footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol p pre section summary " +
    "table tbody tfoot thead title tr td th ul xmp listing plaintext optgroup"
  ).split(" "),
);

/** Elements that separate words without ending the block. */
export const SPACED = new Set(["option", "button", "input", "label", "textarea", "select", "object"]);

/** Elements that are lines within preformatted text. */
export const LINES = new Set(["div", "li"]);
export const ROW_GROUPS = new Set(["thead", "tbody", "tfoot"]);

export const PREFORMATTED = new Set(["pre", "listing", "xmp", "plaintext", "textarea"]);

/** Returns the level of a heading, by its tag or role, or undefined for other elements. */
export function headingLevel(name: string, attributes: Record<string, string>): number | undefined {
  if (/^h[1-6]$/.test(name)) return Number(name[1]);
  if (attributes["role"] !== "heading") return undefined;
  const level = Number(attributes["aria-level"] ?? 2);
  return Number.isInteger(level) ? Math.min(Math.max(level, 1), 6) : 2;
}

/** Whether the element is marked as hidden by its author. */
export function isHidden(attributes: Record<string, string>): boolean {
  if ("hidden" in attributes && attributes["hidden"] !== "until-found") return true;
  if (attributes["aria-hidden"] === "true") return true;
  const style = attributes["style"];
  return style !== undefined && /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
}
