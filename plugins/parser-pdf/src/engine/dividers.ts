import { headRules } from "./head-rules.ts";
import type { PageBox } from "./page-box.ts";
import { type Ruling, turnedRulings } from "./rulings.ts";

/** No table has so many columns; each word is compared with each. */
const MAX_DIVIDERS = 200;

/** The upright lines of a page, and the gaps between its underlined names, that may divide the cells of its text. */
export class Dividers {
  readonly #rulings: readonly Ruling[];
  readonly #box: PageBox;
  /** Beside text of an angle. */
  readonly #upright = new Map<number, readonly Ruling[]>();

  constructor(rulings: readonly Ruling[], box: PageBox) {
    this.#rulings = rulings;
    this.#box = box;
  }

  /** Where they cross a text of that angle, at a height. */
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

/** Between underlined names, and down to the next ones. */
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
