import { NotedText } from "@quarry/text";

/** Role of a node for readers: a named value, or a part of a running document. */
export type NodeRole = "data" | "attribute" | "paragraph" | "heading" | "list_item" | "code" | "row" | "header_row";

/** A complete JSON value or XML element. Leaves have text; containers have children. */
export interface DataNode {
  /** Key or element name, on one line. Empty for list items. */
  readonly name: string;
  readonly role: NodeRole;
  readonly text: string;
  readonly children: readonly DataNode[];
  /** Whether the children are items of one kind (a JSON array) rather than named fields. */
  readonly isList: boolean;
  /** Characters of all text and names inside, plus a fixed cost per node: the cost of memory and output. */
  readonly size: number;
  /** Whether it is, or contains, a part of a running document rather than only data. */
  readonly isDocument: boolean;
  /** Whether white space precedes and follows it. Without it, running text continues without a space. */
  readonly isSpaced: Spacing;
}

export interface Spacing {
  readonly before: boolean;
  readonly after: boolean;
}

/** Cost of a node in addition to its text, in characters. Otherwise small nodes would seem free. */
const NODE_COST = 16;
const NO_CHILDREN: readonly DataNode[] = [];
const SPACED: Spacing = { before: true, after: true };

/** Maximum depth at which nested fields get a dotted name. Deeper ones are shown within their value. */
const MAX_DOTTED_DEPTH = 4;

export const leafNode = (
  name: string,
  text: string,
  role: NodeRole = "data",
  isSpaced: Spacing = SPACED,
): DataNode => ({
  name,
  role,
  text,
  children: NO_CHILDREN,
  isList: false,
  size: name.length + text.length + NODE_COST,
  isDocument: isMarkup(role),
  isSpaced,
});

/** Name of text nodes between elements; no element can have it. */
const TEXT = "#text";

/** Text between elements, including white space. */
export const textNode = (text: string): DataNode => leafNode(TEXT, text, "data", edgesOf(text));

export const isText = (node: DataNode): boolean => node.name === TEXT;

/** Returns whether a text begins and ends with white space. */
export const edgesOf = (text: string): Spacing => ({
  before: isBlankAt(text, 0),
  after: isBlankAt(text, text.length - 1),
});

const isBlankAt = (text: string, index: number): boolean => text.charCodeAt(index) <= 0x20;

const isMarkup = (role: NodeRole): boolean => role !== "data" && role !== "attribute";

export function containerNode(
  name: string,
  children: readonly DataNode[],
  isList: boolean,
  role: NodeRole = "data",
  text = "",
  isSpaced: Spacing = SPACED,
): DataNode {
  let size = name.length + text.length + NODE_COST;
  let isDocument = isMarkup(role);
  for (const child of children) {
    size += child.size;
    isDocument ||= child.isDocument;
  }
  return { name, role, text, children, isList, size, isDocument, isSpaced };
}

/** A field of a record: its dotted path and its value on one line. */
export type Field = readonly [path: string, value: string];

/**
 * Returns the fields of a record, with dotted paths for nested ones. A list of values is one field. Empty values are
 * left out.
 */
export function fieldsOf(node: DataNode): Field[] {
  const fields: Field[] = [];
  if (node.text !== "") fields.push(["", node.text]);
  for (const child of node.children) addFields(fields, child, "", 1);
  return fields;
}

function addFields(fields: Field[], node: DataNode, prefix: string, depth: number): void {
  const path = prefix === "" ? node.name : node.name === "" ? prefix : `${prefix}.${node.name}`;
  if (node.children.length === 0) {
    if (node.text !== "") fields.push([path, node.text]);
  } else if (node.isList) {
    if (node.children.some((child) => child.children.length > 0))
      for (const child of node.children) pushField(fields, path, inlineText(child));
    else pushField(fields, path, inlineText(node));
  } else if (depth >= MAX_DOTTED_DEPTH) {
    pushField(fields, path, inlineText(node));
  } else {
    if (node.text !== "") fields.push([path, node.text]);
    for (const child of node.children) addFields(fields, child, path, depth + 1);
  }
}

function pushField(fields: Field[], path: string, value: string): void {
  if (value !== "") fields.push([path, value]);
}

/** Returns all content of a node on one line: `sku: A1, count: 2`. Nested nodes are in parentheses. */
export function inlineText(node: DataNode): string {
  const parts = node.text === "" ? [] : [node.text];
  for (const child of node.children) {
    const value = child.children.length === 0 ? child.text : inlineText(child);
    if (value === "") continue;
    const shown = child.children.length > 1 && child.name !== "" ? `(${value})` : value;
    parts.push(child.name === "" ? shown : `${child.name}: ${shown}`);
  }
  return parts.join(", ");
}

/** Superscript elements, which can be note marks. */
const RAISED = new Set(["sup", "superscript"]);

/** Returns the visible text of a node and its descendants, without names and attributes. */
export function plainText(node: DataNode): string {
  let text = node.text;
  // Text up to the last superscript part. If there is none, plain concatenation is cheaper.
  let notedText: NotedText | undefined;
  let isSpacedNext = false;
  for (const child of node.children) {
    if (child.role === "attribute") continue;
    const part = plainText(child);
    if (part === "") continue;
    const isSpaced = (text !== "" || notedText !== undefined) && (isSpacedNext || child.isSpaced.before);
    if (RAISED.has(child.name)) {
      notedText ??= new NotedText();
      notedText.append(isSpaced ? `${text} ` : text);
      notedText.raise();
      notedText.append(part);
      notedText.lower();
      text = "";
    } else {
      text += isSpaced ? ` ${part}` : part;
    }
    isSpacedNext = child.isSpaced.after;
  }
  if (notedText === undefined) return text;
  notedText.append(text);
  return notedText.take();
}
