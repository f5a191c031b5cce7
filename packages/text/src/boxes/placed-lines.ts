import type { LineBox, PageBox } from "@quarry/plugin";
import { joinBoxes } from "./joined-boxes.ts";
import { packBoxes } from "./packed-boxes.ts";

/** Line with its position in the canonical text. */
interface PlacedLine {
  readonly start: number;
  readonly end: number;
  readonly box: PageBox;
}

/** Number of passed lines after which they are released. */
const RELEASE_THRESHOLD = 1_024;

/** Positions of the text's lines that may still be part of a chunk. */
export class PlacedLines {
  #lines: PlacedLine[] = [];
  #first = 0;

  /** Adds the lines of a block whose text begins at `start`, in the order of the text. */
  add(lines: readonly LineBox[], start: number, length: number): void {
    for (const [index, { start: from, x0, y0, x1, y1 }] of lines.entries()) {
      const to = lines[index + 1]?.start ?? length;
      if (to > from) this.#lines.push({ start: start + from, end: start + to, box: { x0, y0, x1, y1 } });
    }
  }

  /**
   * Returns the packed boxes of the lines between two positions; "" if none is known. `start` must not decrease between
   * calls: the next chunk begins within this one if it overlaps it.
   */
  boxesOf(start: number, end: number): string {
    while (this.#first < this.#lines.length && this.#lines[this.#first]!.end <= start) this.#first++;
    if (this.#first >= RELEASE_THRESHOLD) {
      this.#lines.splice(0, this.#first);
      this.#first = 0;
    }
    const inside: PageBox[] = [];
    for (let index = this.#first; index < this.#lines.length && this.#lines[index]!.start < end; index++) {
      inside.push(this.#lines[index]!.box);
    }
    return packBoxes(joinBoxes(inside));
  }
}
