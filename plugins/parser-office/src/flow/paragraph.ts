import type { FlowItem } from "./flow-item.ts";
import { MarkedText } from "./marked-text.ts";

/** A paragraph while it is read: its text so far and what its properties say. */
export class Paragraph {
  readonly text = new MarkedText();
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
}
