import type { LineBox, PageBox } from "@quarry/plugin";
import type { TextRange } from "../characters.ts";
import { PlacedItems } from "../placed-items.ts";
import { joinBoxes } from "./joined-boxes.ts";
import { packBoxes } from "./packed-boxes.ts";

/** Positions of the text's lines that may still be part of a chunk. */
export class PlacedLines {
  readonly #lines = new PlacedItems<PageBox & TextRange>();

  /** Adds the lines of a block whose text begins at `start`, in the order of the text. */
  add(lines: readonly LineBox[], start: number, length: number): void {
    for (const [index, { start: from, x0, y0, x1, y1 }] of lines.entries()) {
      const to = lines[index + 1]?.start ?? length;
      if (to > from) this.#lines.add({ start: start + from, end: start + to, x0, y0, x1, y1 });
    }
  }

  /** Returns the packed boxes of the lines between two positions; "" if none is known. */
  boxesOf(start: number, end: number): string {
    return packBoxes(joinBoxes(this.#lines.between(start, end)));
  }
}
