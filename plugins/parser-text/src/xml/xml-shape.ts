import { cleanLine } from "@quarry/plugin";
import { htmlText } from "../markdown/html-text.ts";
import {
  containerNode,
  type DataNode,
  edgesOf,
  isText,
  leafNode,
  type NodeRole,
  plainText,
  type Spacing,
  textNode,
} from "../structured/data-node.ts";
import type { OpenContainer, StructureShape } from "../structured/structure-builder.ts";
import {
  BLOCKS,
  BREAKS,
  CELLS,
  CODE,
  HEADINGS,
  INLINE,
  LIST_ITEMS,
  NOTES,
  PARAGRAPHS,
  RAISED,
  ROWS,
  TITLES,
} from "./element-names.ts";

/** A larger element interrupts running text. */
const MAX_INLINE_SIZE = 1_000;
const KEY_ATTRIBUTES = new Set(["name", "key"]);
const FORMULA_PARTS = new Set(["mfrac", "msup", "msub"]);
/** Table parts that only group rows. */
const ROW_GROUPS = new Set(["thead", "tbody", "tfoot", "tgroup"]);
/** Tags that only HTML has: closed elements, or void ones. `a <b and c> d` doesn't match. */
const HTML_TAG =
  /<(?:br|hr|p|li)\s{0,100}\/?>|<img\s[^<>]*=|<\/(?:p|div|span|a|b|i|ul|ol|li|em|strong|h[1-6]|table)\s{0,100}>/i;
/** Space between the words on both sides of a break. */
const BREAK = textNode(" ");
const SPACED: Spacing = { before: true, after: true };
const SPACED_BEFORE: Spacing = { before: true, after: false };

/** Rules for converting elements to nodes: leaves, records, or parts of a running document. */
export const XML_SHAPE: StructureShape = {
  toNode: elementNode,
  toParts: (container) => (container.hasText ? partsOfMixed(container) : partsWithoutText(container)),
  isRunning: (container, node) => isText(node) || (container.hasText && isInline(container.name, node)),
};

function elementNode(container: OpenContainer): DataNode {
  const { name } = container;
  if (FORMULA_PARTS.has(name)) container.children = withSign(container);
  const { children } = container;
  const isSpaced = spacingOf(container);
  const lower = name.toLowerCase();
  if (BREAKS.has(lower) && children.every((child) => child.role === "attribute") && container.leadText.trim() === "") {
    return BREAK;
  }
  const hasElements = children.some((child) => !isText(child) && child.role !== "attribute");
  if (!hasElements) return leafElement(container, lower, isSpaced);
  // A link around a single superscript part is superscript.
  const [first, ...more] = children.filter(({ role }) => role !== "attribute");
  if (first !== undefined && more.length === 0 && RAISED.has(first.name) && INLINE.has(lower)) return first;
  const isRunning =
    container.hasText || FORMULA_PARTS.has(name) || PARAGRAPHS.has(lower) || (TITLES.has(lower) && hasElements);
  if (isRunning || isAllInline(children)) return runningElement(container, lower, isSpaced);
  const parts = partsWithoutText(container);
  const cells = ROWS.has(lower) ? parts.filter((part) => part.role !== "attribute") : [];
  if (cells.length > 0 && cells.every((part) => CELLS.has(part.name.toLowerCase()))) {
    const isHeader = cells.every((part) => part.name.toLowerCase() === "th");
    return containerNode(name, cells, false, isHeader ? "header_row" : "row", "", isSpaced);
  }
  if (lower === "thead") return containerNode(name, parts.map(asHeaderRow), false, "data", "", isSpaced);
  if (!LIST_ITEMS.has(lower)) return containerNode(name, parts, isListOfContainers(parts), "data", "", isSpaced);
  const only = parts.length === 1 ? parts[0]! : undefined;
  if (only?.role === "paragraph" && only.children.length === 0) return leafNode(name, only.text, "list_item", isSpaced);
  return containerNode(name, parts, false, "list_item", "", isSpaced);
}

/**
 * Inserts an operator between the first and second part of a formula if only the layout shows it: `mc2` is readable,
 * `102` is not.
 */
function withSign({ name, children }: OpenContainer): DataNode[] {
  const [first, ...rest] = children;
  if (first === undefined || rest.length === 0) return children;
  const sign = name === "mfrac" ? "/" : first.name !== "mn" ? "" : name === "msup" ? "^" : "_";
  return sign === "" ? children : [first, textNode(sign), ...rest];
}

/** Whether an element only wraps several similar elements. */
function isListOfContainers(parts: readonly DataNode[]): boolean {
  if (parts.length < 2) return false;
  const { name } = parts[0]!;
  return parts.every((part) => part.name === name && part.role === "data" && part.children.length > 0);
}

const asHeaderRow = (part: DataNode): DataNode => (part.role === "row" ? { ...part, role: "header_row" } : part);

function leafElement({ name, leadText, children }: OpenContainer, lower: string, isSpaced: Spacing): DataNode {
  let raw = leadText;
  for (const child of children) if (isText(child)) raw += child.text;
  const role = leafRole(lower);
  if (role === "code" && raw.includes("\n")) return leafNode(name, raw, "code", isSpaced);
  const text = readable(raw);
  const spacing = raw === text ? isSpaced : withEdges(raw, isSpaced);
  const attributes = children.filter((child) => child.role === "attribute" && !(text !== "" && isNumbering(child)));
  const [key] = attributes;
  // `<field name="city">Ulm</field>`: the attribute is the meaningful name.
  if (role === "data" && text !== "" && attributes.length === 1 && KEY_ATTRIBUTES.has(key!.name)) {
    return leafNode(key!.text, text, role, spacing);
  }
  if (role !== "data" || attributes.length === 0) return leafNode(name, text, role, spacing);
  return containerNode(name, attributes, false, "data", text, spacing);
}

/** Whether the node is only an identifier within the file. */
const isNumbering = ({ name }: DataNode): boolean => name === "id" || name === "num";

function leafRole(lower: string): NodeRole {
  if (PARAGRAPHS.has(lower)) return "paragraph";
  if (LIST_ITEMS.has(lower)) return "list_item";
  if (HEADINGS.has(lower)) return "heading";
  return CODE.has(lower) ? "code" : "data";
}

/** Converts running text: one paragraph, or several parts if elements interrupt it. */
function runningElement(container: OpenContainer, lower: string, isSpaced: Spacing): DataNode {
  const { name } = container;
  const parts = partsOfMixed(container);
  const only = parts.length === 1 ? parts[0]! : undefined;
  const role = TITLES.has(lower) || CELLS.has(lower) ? "data" : leafRole(lower);
  if (only !== undefined && only.children.length === 0) {
    return leafNode(
      name,
      only.text,
      role === "data" && !TITLES.has(lower) && !CELLS.has(lower) ? "paragraph" : role,
      isSpaced,
    );
  }
  return containerNode(name, parts, false, role === "list_item" ? role : "data", "", isSpaced);
}

/** Returns text and inline elements as paragraphs. Elements that interrupt the text are separate parts. */
function partsOfMixed(container: OpenContainer): DataNode[] {
  const parts: DataNode[] = [];
  let run: DataNode[] = [];
  const endRun = () => {
    const text = readable(plainText(containerNode("", run, false)));
    if (text !== "") parts.push(leafNode(container.name, text, "paragraph"));
    run = [];
  };
  for (const child of container.children) {
    if (child.role === "attribute") continue;
    if (isInline(container.name, child)) run.push(child);
    else {
      endRun();
      parts.push(child);
    }
  }
  endRun();
  return parts;
}

/**
 * Returns the child elements, and for a record its attributes. Attributes of document parts are only numbering and
 * layout.
 */
function partsWithoutText({ children }: OpenContainer): DataNode[] {
  const isDocument = children.some((child) => child.isDocument);
  const parts = children.filter((child) => !isText(child) && !(isDocument && child.role === "attribute"));
  if (!isDocument) return parts;
  return parts.flatMap((part) =>
    part.isDocument && part.role === "data" && ROW_GROUPS.has(part.name.toLowerCase()) ? part.children : [part],
  );
}

function isInline(containerName: string, node: DataNode): boolean {
  if (isText(node)) return true;
  const lower = node.name.toLowerCase();
  if (INLINE.has(lower)) return node.size <= MAX_INLINE_SIZE;
  if (node.role === "data") {
    if (BLOCKS.has(lower) || TITLES.has(lower) || node.name === containerName) return false;
    return node.size <= MAX_INLINE_SIZE && !node.isDocument;
  }
  return (
    node.role === "paragraph" && node.children.length === 0 && !PARAGRAPHS.has(lower) && node.name !== containerName
  );
}

const isAllInline = (children: readonly DataNode[]): boolean =>
  children.every((child) => child.role === "attribute" || isText(child) || INLINE.has(child.name.toLowerCase()));

/** Returns the visible text of a value: feeds contain HTML pages as text. */
const readable = (raw: string): string => cleanLine(raw.includes("<") && HTML_TAG.test(raw) ? htmlText(raw) : raw);

function spacingOf({ name, isSpacedBefore }: OpenContainer): Spacing {
  // A note directly after a word is not part of it.
  if (NOTES.has(name.toLowerCase())) return SPACED;
  return isSpacedBefore ? SPACED_BEFORE : NO_EDGES;
}
const NO_EDGES: Spacing = { before: false, after: false };

function withEdges(raw: string, outer: Spacing): Spacing {
  const own = edgesOf(raw);
  return outer.before ? { before: true, after: own.after || outer.after } : own;
}
