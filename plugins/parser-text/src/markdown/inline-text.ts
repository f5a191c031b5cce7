import type { Token } from "markdown-it";
import { htmlText } from "./html-text.ts";

/** Where a footnote is referred to; its text stands as a paragraph of its own. */
const FOOTNOTE_REFERENCE = /\[\^[^\]\s]{1,64}\]/g;

/**
 * Inline markup reduced to what a reader sees: link texts, image descriptions, code without its marks. `softBreak` stands
 * for line breaks that are not said to be ones.
 */
export function inlineText(tokens: readonly Token[], softBreak: " " | "\n" = " "): string {
  let text = "";
  for (const token of tokens) {
    switch (token.type) {
      case "softbreak":
        text += softBreak;
        break;
      case "hardbreak":
        text += "\n";
        break;
      case "image":
        text += inlineText(token.children ?? []);
        break;
      case "text":
        text += token.content.replace(FOOTNOTE_REFERENCE, "");
        break;
      case "html_inline":
        text += htmlText(token.content);
        break;
      default:
        text += token.content;
    }
  }
  return text;
}
