import type { ParsedBlock } from "@quarry/plugin";
import { type Relationship, targetsById } from "../archive/relationships.ts";
import { type FlowItem, isEmbedded, type TableIds } from "../flow/flow-item.ts";
import type { OfficeInput } from "../office-input.ts";
import { readChart } from "./read-chart.ts";
import { readDiagram } from "./read-diagram.ts";

/** Inserts the text of charts and diagrams at the position of their references. */
export class EmbeddedReader {
  readonly #input: OfficeInput;
  readonly #tableIds: TableIds;
  readonly #targets: ReadonlyMap<string, string>;

  constructor(input: OfficeInput, tableIds: TableIds, relationships: readonly Relationship[]) {
    this.#input = input;
    this.#tableIds = tableIds;
    this.#targets = targetsById(input.archive, relationships);
  }

  /** Returns the items with charts and diagrams replaced by their text. Missing ones are left out. */
  async *blocksOf(items: readonly FlowItem[]): AsyncGenerator<ParsedBlock> {
    for (const item of items) {
      if (!isEmbedded(item)) {
        yield item;
        continue;
      }
      const part = this.#targets.get(item.relationship);
      if (part === undefined) continue;
      if (item.embedded === "chart") yield* await readChart(this.#input, part, this.#tableIds.next());
      else yield* await readDiagram(this.#input, part);
    }
  }
}
