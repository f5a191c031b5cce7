import { symbolFontOf, symbolText } from "@quarry/formats/fonts";
import type { OfficeContentNode } from "officeparser";

const BLOCKS = new Set<OfficeContentNode["type"]>([
  ...([
    "paragraph",
    "heading",
    "list",
    "table",
    "code",
    "slide",
    "sheet",
    "page",
    "row",
    "cell",
    "header",
    "footer",
  ] as const),
  ...(["admonition", "definitionList", "definitionTerm", "definitionDescription", "slideMaster", "drawing"] as const),
]);

/** What the text of a block is made of, and what stands within the block and comes behind it. */
export interface InlineText {
  text: string;
  /** Text boxes and the like. */
  readonly inner: OfficeContentNode[];
  /** Notes and comments of the block and of its words. */
  readonly asides: OfficeContentNode[];
}

export interface Asides {
  readonly comments: boolean;
}

/** Reads the words of a block. */
export function inlineText(node: OfficeContentNode, options: Asides): InlineText {
  const found: InlineText = { text: "", inner: [], asides: [] };
  addTo(found, node, options);
  return found;
}

/** The words of all that stands in a node, in order; blocks are parted by blanks. */
export function flatText(node: OfficeContentNode, options: Asides, asides: OfficeContentNode[]): string {
  const { text, inner, asides: own } = inlineText(node, options);
  asides.push(...own);
  return [text, ...inner.map((block) => flatText(block, options, asides))].filter((part) => part !== "").join(" ");
}

function addTo(found: InlineText, node: OfficeContentNode, options: Asides): void {
  found.asides.push(...(node.notes ?? []), ...(options.comments ? (node.comments ?? []) : []));
  if (node.type === "break") {
    found.text += "\n";
    return;
  }
  if (node.children === undefined || node.children.length === 0) {
    found.text += inFont(node.text ?? "", node.formatting?.font);
    return;
  }
  for (const child of node.children) {
    if (BLOCKS.has(child.type)) found.inner.push(child);
    else addTo(found, child, options);
  }
}

/** Text as its font shows it. LibreOffice numbers fonts of one name that differ in something else: "Wingdings1". */
function inFont(text: string, name: string | undefined): string {
  if (name === undefined) return text;
  const font = symbolFontOf(name) ?? symbolFontOf(name.replace(/\d$/, ""));
  return font === undefined ? text : symbolText(text, font);
}
