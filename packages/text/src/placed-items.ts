import type { TextRange } from "./characters.ts";

/** Number of passed items after which they are released. */
const RELEASE_THRESHOLD = 1_024;

/** Items of the text that may still be part of a chunk, in the order of the text. */
export class PlacedItems<Item extends TextRange> {
  readonly #items: Item[] = [];
  #first = 0;

  add(item: Item): void {
    this.#items.push(item);
  }

  /**
   * Returns the items between two positions. `start` must not decrease between calls: the next chunk begins within this
   * one if it overlaps it.
   */
  between(start: number, end: number, onPassed: (item: Item) => void = () => {}): readonly Item[] {
    const items = this.#items;
    while (this.#first < items.length && isBefore(items[this.#first]!, start)) onPassed(items[this.#first++]!);
    if (this.#first >= RELEASE_THRESHOLD) {
      items.splice(0, this.#first);
      this.#first = 0;
    }
    let to = this.#first;
    while (to < items.length && items[to]!.start < end) to++;
    return items.slice(this.#first, to);
  }
}

/** An item of length 0 is before the text that begins after it. */
export const isBefore = ({ start, end }: TextRange, index: number): boolean =>
  start === end ? start < index : end <= index;
