import type { ParsedBlock } from "@quarry/plugin";
import { readSmallXml } from "../archive/read-xml.ts";
import { tidyText } from "../flow/tidy-text.ts";
import type { OfficeRead } from "../office-read.ts";

/**
 * Reads comments on a slide, of the old kind (`<text>`) and of the new (paragraphs of `<t>`); replies follow their
 * comment.
 */
export async function readSlideComments(read: OfficeRead, part: string): Promise<ParsedBlock[]> {
  const texts: string[] = [];
  let text = "";
  let isText = false;
  const end = () => {
    const tidied = tidyText(text);
    text = "";
    if (tidied === "") return;
    read.budget.spendText(tidied.length);
    texts.push(tidied);
  };
  await readSmallXml(read.archive, part, read.limits, {
    open: (name) => {
      if (name === "cm" || name === "reply") end();
      isText = name === "text" || name === "t";
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close: (name) => {
      isText = false;
      if (name === "p") text += "\n";
      else if (name === "cm" || name === "reply") end();
    },
  });
  return texts.map((comment) => ({ kind: "paragraph", text: comment }));
}
