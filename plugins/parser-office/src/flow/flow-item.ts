import type { ParsedBlock } from "@quarry/plugin";

/** Reference to a part with text that is another file of the archive. `relationship` is the id of its relationship. */
export interface EmbeddedPart {
  readonly embedded: "chart" | "diagram";
  readonly relationship: string;
}

/** Item of a text flow, in reading order. */
export type FlowItem = ParsedBlock | EmbeddedPart;

export const isEmbedded = (item: FlowItem): item is EmbeddedPart => "embedded" in item;

/** Adds items one by one: `push` is limited to about a hundred thousand arguments. */
export function addAll(target: FlowItem[], items: Iterable<FlowItem>): void {
  for (const item of items) target.push(item);
}

/** Assigns table ids that are unique within a document. */
export class TableIds {
  #last = 0;

  next(): number {
    return ++this.#last;
  }
}
