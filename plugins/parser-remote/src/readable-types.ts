/** File types that this parser sends to services. Each service decides which of them it supports. */
export const READABLE_TYPES: readonly string[] = [
  ...["pdf", "docx", "pptx", "xlsx", "html", "htm", "md", "txt", "csv", "tsv", "xml", "json"],
  ...["png", "jpg", "jpeg", "tiff", "tif", "bmp", "gif"],
];
