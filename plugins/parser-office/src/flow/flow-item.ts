import type { ParsedBlock } from "@quarry/plugin";

/** A part that text stands in but which another file of the archive holds; `relationship` is the id that leads to it. */
export interface EmbeddedPart {
  readonly embedded: "chart" | "diagram";
  readonly relationship: string;
}

/** Item of a flow of text, in reading order. */
export type FlowItem = ParsedBlock | EmbeddedPart;

export const isEmbedded = (item: FlowItem): item is EmbeddedPart => "embedded" in item;

/** Adds items one by one: as arguments of `push` there may be no more than a hundred thousand or so. */
export function addAll(target: FlowItem[], items: Iterable<FlowItem>): void {
  for (const item of items) target.push(item);
}

/** Gives tables their numbers, unique within a document. */
export class TableIds {
  #last = 0;

  next(): number {
    return ++this.#last;
  }
}
