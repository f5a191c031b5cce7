import type { BlockLink } from "@quarry/plugin";
import type { FlowItem } from "./flow-item.ts";
import { MarkedText } from "./marked-text.ts";
import { tidyText } from "./tidy-text.ts";

/** Is the same for all words of one link. */
export interface OpenLink {
  readonly url: string;
}

/** More words of a link say nothing about where it stands. */
const MAX_LINK_CHARACTERS = 1_000;

/** Paragraph while it is read: its text so far and its properties. */
export class Paragraph {
  readonly text = new MarkedText();
  /** Its links so far, with their words. */
  readonly links: { readonly link: OpenLink; words: string }[] = [];
  /** Text boxes, notes and the like, which come behind it. */
  readonly attached: FlowItem[] = [];
  /** Notes that belong to it; in a table they come behind the table. */
  readonly notes: FlowItem[] = [];
  /** Id of its style. */
  style: string | undefined;
  /** Its own outline level, 0 to 9; 9 is body text. */
  outline: number | undefined;
  /** The list it belongs to, and the level in it. */
  listId: string | undefined;
  listLevel: number | undefined;
  /** Whether it has a bullet or a number of its own (slides); undefined when its place decides. */
  isListItem: boolean | undefined;
  /** Kind of automatic number (slides). */
  autoNumber: { readonly type: string; readonly start: number } | undefined;
  /** Whether the next paragraph goes on in the same line: a drop cap, or a paragraph mark that was deleted. */
  joinsNext = false;
  /** Whether pieces of it were handed out already, because it is very long. */
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
