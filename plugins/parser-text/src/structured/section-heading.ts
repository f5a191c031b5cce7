import type { DataNode } from "./data-node.ts";

/** Fields that name a record, in order of preference. */
const LABEL_FIELDS = ["title", "name", "label", "heading", "subject", "question", "summary", "key", "id"];
/** Elements that contain the heading of their parent. */
const TITLE_ELEMENTS = new Set(["title", "head", "heading", "caption", "article-title", "invention-title"]);
/** A heading is among the first children. */
const TITLE_POSITIONS = 6;
const MAX_LABEL_CHARACTERS = 150;

/** Containers whose name means nothing to readers. */
const NAMELESS = new Set(
  (
    "div span section sec sect sect1 sect2 sect3 sect4 sect5 body text group article book chapter part root data html " +
    "list ul ol itemizedlist orderedlist variablelist varlistentry li item items listitem list-item dl " +
    "table tbody thead tfoot tgroup informaltable tables " +
    "p para lg l ab claim-text blockquote quote note disp-quote front back matter topic conbody refbody taskbody content block wrapper"
  ).split(" "),
);

export interface SectionHeading {
  /** Empty for a section without a heading. */
  readonly label: string;
  /** The child that the label was taken from, if it must not be shown again. */
  readonly titleNode?: DataNode;
}

/** Returns the heading of a container: its title, in a list the field that names it, else its own name. */
export function headingOf(
  node: Pick<DataNode, "name" | "children" | "isDocument" | "isList">,
  fallbackName: string,
): SectionHeading {
  const first = node.children.slice(0, TITLE_POSITIONS);
  const title = first.find((child) => TITLE_ELEMENTS.has(child.name.toLowerCase()) && isLabel(child));
  if (title !== undefined && node.isDocument) return { label: title.text, titleNode: title };
  if (node.isDocument || node.name !== "" || node.isList) {
    const name = node.name || fallbackName;
    return { label: node.isDocument && NAMELESS.has(name.toLowerCase()) ? "" : name };
  }
  for (const field of LABEL_FIELDS) {
    const named = node.children.find((child) => child.name === field && isLabel(child));
    if (named !== undefined) return { label: named.text };
  }
  return { label: fallbackName };
}

const isLabel = (node: DataNode): boolean =>
  node.children.every((child) => child.children.length === 0) &&
  node.text !== "" &&
  node.text.length <= MAX_LABEL_CHARACTERS;
