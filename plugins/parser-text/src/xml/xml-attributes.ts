/** Technical attributes: schemas, spacing, links between parts of the same document. */
const SILENT = new Set(
  (
    "space base nil lang schemaLocation noNamespaceSchemaLocation actuate show role arcrole idref idrefs refid rid style " +
    "class colspan rowspan cols colname namest nameend morerows colsep rowsep align valign width height"
  ).split(" "),
);

/** Whether an attribute carries information for readers. */
export function isMeaningful(name: string): boolean {
  if (name.startsWith("xmlns") || name === "xlink:type") return false;
  return !SILENT.has(attributeName(name));
}

export const attributeName = (name: string): string => name.slice(name.indexOf(":") + 1);
