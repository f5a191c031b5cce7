export { cutText } from "./cut-text.ts";
export { type Paragraph, ParagraphSplitter } from "./paragraph-splitter.ts";
