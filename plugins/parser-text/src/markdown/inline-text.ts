import type { Token } from "markdown-it";
import { htmlText } from "./html-text.ts";

/** Inline markup reduced to what a reader sees: link texts, image descriptions, code without its marks. */
export function inlineText(tokens: readonly Token[]): string {
  let text = "";
  for (const token of tokens) {
    switch (token.type) {
      case "softbreak":
        text += " ";
        break;
      case "hardbreak":
        text += "\n";
        break;
      case "image":
        text += inlineText(token.children ?? []);
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
