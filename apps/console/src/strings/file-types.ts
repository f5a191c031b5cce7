/** Common names of file types. For other types the extension is the best name. */
const NAMES: Readonly<Record<string, string>> = {
  pdf: "PDF",
  docx: "Word",
  pptx: "PowerPoint",
  xlsx: "Excel",
  html: "HTML",
  htm: "HTML",
  md: "Markdown",
  txt: "text",
  csv: "CSV",
  tsv: "CSV",
  xml: "XML",
  json: "JSON",
  odt: "OpenDocument",
  ods: "OpenDocument",
  odp: "OpenDocument",
  odg: "OpenDocument",
  rtf: "RTF",
  epub: "e-books",
  eml: "e-mails",
  ...Object.fromEntries(["png", "jpg", "jpeg", "tiff", "tif", "bmp", "gif"].map((type) => [type, "pictures"])),
};

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** Formats file types by their extensions: `PDF, Word, Markdown, and pictures`. */
export const fileTypeNames = (extensions: readonly string[]): string =>
  list.format(new Set(extensions.map((type) => NAMES[type] ?? `.${type}`)));
