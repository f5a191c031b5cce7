/** What the services behind this parser are asked to read; which of them they know is theirs to say. */
export const READABLE_TYPES: readonly string[] = [
  ...["pdf", "docx", "pptx", "xlsx", "html", "htm", "md", "txt", "csv", "tsv", "xml", "json"],
  ...["png", "jpg", "jpeg", "tiff", "tif", "bmp", "gif"],
];
