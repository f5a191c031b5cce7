import { symbolFontOf, symbolText } from "@quarry/formats/fonts";
import type { BlockLink } from "@quarry/plugin";
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

/** Text of a block, with nested blocks, and the asides that follow it. */
export interface InlineText {
  text: string;
  /** Text boxes and similar content. */
  readonly inner: OfficeContentNode[];
  /** Notes and comments on the block and its text. */
  readonly asides: OfficeContentNode[];
  readonly links: BlockLink[];
}

/** Notes and links of several blocks. */
export type CollectedNotes = Pick<InlineText, "asides" | "links">;

export interface Asides {
  readonly comments: boolean;
}

/** Reads the text of a block. */
export function inlineText(node: OfficeContentNode, options: Asides): InlineText {
  const found: InlineText = { text: "", inner: [], asides: [], links: [] };
  addTo(found, node, options);
  return found;
}

/** Returns all text in a node, in order, with blocks separated by spaces. */
export function flatText(node: OfficeContentNode, options: Asides, collected: CollectedNotes): string {
  const { text, inner, asides, links } = inlineText(node, options);
  collected.asides.push(...asides);
  collected.links.push(...links);
  return [text, ...inner.map((block) => flatText(block, options, collected))].filter((part) => part !== "").join(" ");
}

function addTo(found: InlineText, node: OfficeContentNode, options: Asides): void {
  found.asides.push(...(node.notes ?? []), ...(options.comments ? (node.comments ?? []) : []));
  if (node.type === "break") {
    found.text += "\n";
    return;
  }
  if (node.children === undefined || node.children.length === 0) {
    const text = inFont(node.text ?? "", node.formatting?.font);
    found.text += text;
    const link = urlOf(node);
    if (link !== undefined) addLink(found.links, text, link);
    return;
  }
  for (const child of node.children) {
    if (BLOCKS.has(child.type)) found.inner.push(child);
    else addTo(found, child, options);
  }
}

/**
 * Returns the text as displayed in its font. LibreOffice adds numbers to equal font names with different properties:
 * "Wingdings1".
 */
function inFont(text: string, name: string | undefined): string {
  if (name === undefined) return text;
  const font = symbolFontOf(name) ?? symbolFontOf(name.replace(/\d$/, ""));
  return font === undefined ? text : symbolText(text, font);
}

const urlOf = ({ metadata }: OfficeContentNode): string | undefined => {
  const { link } = (metadata ?? {}) as { readonly link?: unknown };
  return typeof link === "string" ? link : undefined;
};

/** Adds a link. Text of one link in different styles consists of several nodes. */
function addLink(links: BlockLink[], text: string, url: string): void {
  const last = links.at(-1);
  if (last?.url === url) links[links.length - 1] = { text: last.text + text, url };
  else links.push({ text, url });
}
