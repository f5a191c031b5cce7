import { NotedText } from "@quarry/text";

/** Role of a node for a reader: a value with a name, or a part of a running document. */
export type NodeRole = "data" | "attribute" | "paragraph" | "heading" | "list_item" | "code" | "row" | "header_row";

/** A value of JSON or an element of XML, complete. Leaves have text; containers have children. */
export interface DataNode {
  /** Key or element name, on one line; empty for the items of a list. */
  readonly name: string;
  readonly role: NodeRole;
  readonly text: string;
  readonly children: readonly DataNode[];
  /** Whether the children are items of one kind (a JSON array) and not named fields. */
  readonly isList: boolean;
  /** Characters of all text and names within, and some for every node: the cost of memory and output. */
  readonly size: number;
  /** Whether it is, or holds, a part of a running document and not data alone. */
  readonly isDocument: boolean;
  /** Whether white space stands before and behind it; without, running text goes on without a blank. */
  readonly isSpaced: Spacing;
}

export interface Spacing {
  readonly before: boolean;
  readonly after: boolean;
}

/** Cost of a node beside its text, in characters; small nodes would otherwise seem free. */
const NODE_COST = 16;
const NO_CHILDREN: readonly DataNode[] = [];
const SPACED: Spacing = { before: true, after: true };

/** Depth to which nested fields get a dotted name; deeper ones are shown within their value. */
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

/** The name under which text between elements is kept; no element can have it. */
const TEXT = "#text";

/** Text that stands between elements, white space and all. */
export const textNode = (text: string): DataNode => leafNode(TEXT, text, "data", edgesOf(text));

export const isText = (node: DataNode): boolean => node.name === TEXT;

/** Whether a text begins and ends in white space. */
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

/** The fields of a record, nested ones under dotted paths; a list of values is one field. Empty values are left out. */
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

/** Everything in a node on one line: `sku: A1, count: 2`; nested nodes stand in parentheses. */
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

/** Elements of running text that are raised, and may be the mark of a note. */
const RAISED = new Set(["sup", "superscript"]);

/** The text of a node and of all within, without names and attributes, as a reader sees it. */
export function plainText(node: DataNode): string {
  let text = node.text;
  // Text up to the last raised part; without one, plain concatenation is cheaper.
  let noted: NotedText | undefined;
  let isSpacedNext = false;
  for (const child of node.children) {
    if (child.role === "attribute") continue;
    const part = plainText(child);
    if (part === "") continue;
    const isSpaced = (text !== "" || noted !== undefined) && (isSpacedNext || child.isSpaced.before);
    if (RAISED.has(child.name)) {
      noted ??= new NotedText();
      noted.append(isSpaced ? `${text} ` : text);
      noted.raise();
      noted.append(part);
      noted.lower();
      text = "";
    } else {
      text += isSpaced ? ` ${part}` : part;
    }
    isSpacedNext = child.isSpaced.after;
  }
  if (noted === undefined) return text;
  noted.append(text);
  return noted.take();
}
