import type { BlockLink } from "@quarry/plugin";
import type { FlowItem } from "./flow-item.ts";
import { MarkedText } from "./marked-text.ts";
import { tidyText } from "./tidy-text.ts";

/** A link. All of its words share one object. */
export interface OpenLink {
  readonly url: string;
}

/** More words of a link don't help to locate it. */
const MAX_LINK_CHARACTERS = 1_000;

/** A paragraph being read: its text so far and its properties. */
export class Paragraph {
  readonly text = new MarkedText();
  /** Its links so far, with their text. */
  readonly links: { readonly link: OpenLink; words: string }[] = [];
  /** Text boxes, notes and similar items, emitted after it. */
  readonly attached: FlowItem[] = [];
  /** Its notes. In a table they are emitted after the table. */
  readonly notes: FlowItem[] = [];
  /** Style id. */
  style: string | undefined;
  /** Its own outline level, 0 to 9. 9 is body text. */
  outline: number | undefined;
  /** List id, and level in that list. */
  listId: string | undefined;
  listLevel: number | undefined;
  /** Whether it has its own bullet or number (slides). Undefined if its placeholder decides. */
  isListItem: boolean | undefined;
  /** Kind of automatic number (slides). */
  autoNumber: { readonly type: string; readonly start: number } | undefined;
  /** Whether the next paragraph continues on the same line: a drop cap, or a deleted paragraph mark. */
  joinsNext = false;
  /** Whether chunks of it were already emitted, because it is very long. */
  isContinued = false;

  addLinked(words: string, link: OpenLink): void {
    const last = this.links.at(-1);
    if (last?.link !== link) this.links.push({ link, words });
    else if (last.words.length < MAX_LINK_CHARACTERS) last.words += words;
  }

  takeLinks(): BlockLink[] {
    return this.links.splice(0).map(({ link, words }) => ({ text: tidyText(words), url: link.url }));
  }
}
