/** File types to send to the services behind this parser; which of them a service supports is its decision. */
export const READABLE_TYPES: readonly string[] = [
  ...["pdf", "docx", "pptx", "xlsx", "html", "htm", "md", "txt", "csv", "tsv", "xml", "json"],
  ...["png", "jpg", "jpeg", "tiff", "tif", "bmp", "gif"],
];
