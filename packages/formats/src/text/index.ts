export { splitText } from "./split-text.ts";
export { type Paragraph, ParagraphSplitter } from "./paragraph-splitter.ts";
export { romanNumeral } from "./roman-numeral.ts";
export { type TextPosition, TextWindow } from "./text-window.ts";
