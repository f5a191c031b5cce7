import type { ParsedBlock } from "@quarry/plugin";
import { readSmallXml } from "../archive/read-xml.ts";
import { tidyText } from "../flow/tidy-text.ts";
import type { OfficeInput } from "../office-input.ts";

/**
 * Reads comments on a slide, in the old format (`<text>`) and the new one (paragraphs of `<t>`). Replies follow their
 * comment.
 */
export async function readSlideComments(input: OfficeInput, part: string): Promise<ParsedBlock[]> {
  const texts: string[] = [];
  let text = "";
  let isText = false;
  const end = () => {
    const tidied = tidyText(text);
    text = "";
    if (tidied === "") return;
    input.budget.spendText(tidied.length);
    texts.push(tidied);
  };
  await readSmallXml(input.archive, part, input.limits, {
    open: (name) => {
      if (name === "cm" || name === "reply") end();
      isText = name === "text" || name === "t";
    },
    text: (chunk) => {
      if (isText) text += chunk;
    },
    close: (name) => {
      isText = false;
      if (name === "p") text += "\n";
      else if (name === "cm" || name === "reply") end();
    },
  });
  return texts.map((comment) => ({ kind: "paragraph", text: comment }));
}
