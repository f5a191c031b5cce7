const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/** The text of HTML inside Markdown. Good for the tags people write there; a page of HTML has its own parser. */
export function htmlText(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<(script|style|template)\b[\s\S]*?<\/\1\s*>/gi, "")
    .replace(/<\/?(?:br|p|div|tr|li|h[1-6]|table|summary|details)\b[^<>]*>/gi, "\n")
    .replace(/<\/?(?:td|th)\b[^<>]*>/gi, " ")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => ENTITIES[name]!);
}
