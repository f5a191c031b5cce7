export { HtmlBlocks } from "./html-blocks.ts";
export { declaredEncoding } from "./html-encoding.ts";
export type { HtmlOptions } from "./html-options.ts";
export { readHtml } from "./read-html.ts";
