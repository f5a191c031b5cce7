import type { Passage } from "@quarry/index";
import { unpackLinks } from "@quarry/text";

/** A URL, and the link text. */
export interface PassageLink {
  readonly text: string;
  readonly url: string;
}

/** Returns the distinct links of a passage in the order of its text; undefined if it has none. */
export const linksOf = ({ text, layout = "", metadata }: Passage): readonly PassageLink[] | undefined => {
  const { start_char: start, end_char: end } = metadata;
  if (typeof start !== "number" || typeof end !== "number") return undefined;
  // A repeated header precedes the text that the offsets refer to.
  const front = text.length - (end - start);
  const links = unpackLinks(layout, start).map((link): readonly [string, PassageLink] => {
    const label = text.slice(front + link.start - start, front + link.end - start);
    return [`${label}\n${link.url}`, { text: label, url: link.url }];
  });
  return links.length === 0 ? undefined : [...new Map(links).values()];
};
