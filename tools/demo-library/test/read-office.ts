import { OfficeParser, type OfficeContentNode } from "officeparser";
import { oneLine, type Passage } from "./passage.ts";

type Format = "docx" | "pptx" | "html" | "md";

/** Reads slides, or the sections between headings, with officeparser, which shares no code with the writers. */
export const readOffice = async (file: string, bytes: Uint8Array, format: Format): Promise<Passage[]> => {
  const parsed = await OfficeParser.parseOffice(Buffer.from(bytes), { fileType: format });
  return format === "pptx" ? slides(file, parsed.content) : sections(file, parsed.content);
};

const slides = (file: string, nodes: readonly OfficeContentNode[]): Passage[] =>
  nodes
    .filter((node) => node.type === "slide")
    .map((node) => {
      const texts = (node.children ?? []).map(textOf);
      const { slideNumber } = node.metadata as { slideNumber: number };
      return { file, page: slideNumber, section: oneLine(texts[0] ?? ""), text: oneLine(texts.join("\n")) };
    });

const sections = (file: string, nodes: readonly OfficeContentNode[]): Passage[] => {
  const passages: { file: string; page: null; section: string | null; text: string }[] = [];
  for (const node of nodes.flatMap(blocks)) {
    const text = oneLine(textOf(node));
    if (text === "") continue;
    if (node.type === "heading" || passages.length === 0) {
      passages.push({ file, page: null, section: node.type === "heading" ? text : null, text });
    } else {
      passages.at(-1)!.text += ` ${text}`;
    }
  }
  return passages;
};

/** Looks into wrappers that hold headings, as a page of HTML has them. */
const blocks = (node: OfficeContentNode): OfficeContentNode[] =>
  (node.children ?? []).some((child) => child.type === "heading") ? node.children!.flatMap(blocks) : [node];

const textOf = (node: OfficeContentNode): string => {
  const separator = ["paragraph", "heading", "text", "code"].includes(node.type) ? "" : "\n";
  const children = (node.children ?? []).map(textOf).join(separator);
  return children === "" ? (node.text ?? "") : children;
};
