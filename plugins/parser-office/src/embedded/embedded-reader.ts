import type { ParsedBlock } from "@quarry/plugin";
import { type Relationship, targetsById } from "../archive/relationships.ts";
import { type FlowItem, isEmbedded, type TableIds } from "../flow/flow-item.ts";
import type { OfficeRead } from "../office-read.ts";
import { readChart } from "./read-chart.ts";
import { readDiagram } from "./read-diagram.ts";

/** Puts the text of charts and diagrams where a part refers to them. */
export class EmbeddedReader {
  readonly #read: OfficeRead;
  readonly #tableIds: TableIds;
  readonly #targets: ReadonlyMap<string, string>;

  constructor(read: OfficeRead, tableIds: TableIds, relationships: readonly Relationship[]) {
    this.#read = read;
    this.#tableIds = tableIds;
    this.#targets = targetsById(read.archive, relationships);
  }

  /** The items with their charts and diagrams read; those that are missing are left out. */
  async *blocksOf(items: readonly FlowItem[]): AsyncGenerator<ParsedBlock> {
    for (const item of items) {
      if (!isEmbedded(item)) {
        yield item;
        continue;
      }
      const part = this.#targets.get(item.relationship);
      if (part === undefined) continue;
      if (item.embedded === "chart") yield* await readChart(this.#read, part, this.#tableIds.next());
      else yield* await readDiagram(this.#read, part);
    }
  }
}
