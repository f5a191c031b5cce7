import { headRules } from "./head-rules.ts";
import type { PageBox } from "./page-box.ts";
import { type Ruling, turnedRulings } from "./rulings.ts";

/** No table has as many columns. Each word is compared with each divider. */
const MAX_DIVIDERS = 200;

/**
 * Vertical positions that can divide the cells of a page's text: vertical rulings, and the gaps between underlined
 * column names.
 */
export class Dividers {
  readonly #rulings: readonly Ruling[];
  readonly #box: PageBox;
  /** Dividers by the angle of the text. */
  readonly #upright = new Map<number, readonly Ruling[]>();

  constructor(rulings: readonly Ruling[], box: PageBox) {
    this.#rulings = rulings;
    this.#box = box;
  }

  /** Returns the dividers that cross text of an angle at a height. */
  at(height: number, angle: number): readonly number[] {
    if (this.#rulings.length === 0) return [];
    let upright = this.#upright.get(angle);
    if (upright === undefined) {
      const turned = turnedRulings(this.#rulings, angle, this.#box);
      upright = [...turned.filter(({ isUpright }) => isUpright), ...belowHeads(turned)];
      this.#upright.set(angle, upright);
    }
    const crossing = upright.flatMap(({ at, from, to }) => (from <= height && to >= height ? [at] : []));
    return crossing.length > MAX_DIVIDERS ? [] : crossing;
  }
}

/** Returns the gaps between underlined column names, each down to the next underlined names. */
function belowHeads(rulings: readonly Ruling[]): Ruling[] {
  const heads = headRules(rulings);
  return heads.flatMap(({ at: to, columns }, position) =>
    columns.slice(1).map((column, index) => ({
      isUpright: true,
      at: (columns[index]!.to + column.from) / 2,
      from: heads[position + 1]?.at ?? -Infinity,
      to,
    })),
  );
}
