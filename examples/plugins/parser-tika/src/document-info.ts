import type { ParsedDocumentInfo } from "@quarry/plugin";

/** Returns the document properties in one of Tika's metadata fields; undefined if it has none that is stored. */
export const infoOf = (name: string, content: string): ParsedDocumentInfo | undefined => {
  if (content === "") return undefined;
  switch (name) {
    case "dc:title":
      return { title: content };
    case "dc:creator":
      return { author: content };
    case "dc:language":
      return { language: content };
    case "dcterms:created": {
      const time = Date.parse(content);
      return Number.isNaN(time) ? undefined : { createdAt: new Date(time).toISOString() };
    }
    case "xmpTPg:NPages":
      return /^[1-9]\d{0,8}$/.test(content) ? { pageCount: Number(content) } : undefined;
    default:
      return undefined;
  }
};
