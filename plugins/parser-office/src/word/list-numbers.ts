import type { AbstractList, ListDefinitions, ListLevel, WordList } from "./list-definitions.ts";
import { listLabel } from "./list-label.ts";
import type { WordStyles } from "./styles.ts";

/** Counts the items of a Word document's lists, in reading order. */
export class ListNumbers {
  readonly #definitions: ListDefinitions;
  readonly #styles: WordStyles;
  /** Current number of each level, by the abstract definition that lists share. */
  readonly #counters = new Map<AbstractList, number[]>();
  readonly #started = new Set<string>();

  constructor(definitions: ListDefinitions, styles: WordStyles) {
    this.#definitions = definitions;
    this.#styles = styles;
  }

  /**
   * Returns the label of the next item: `2.1`, `(a)`, or "" for a bullet. Returns undefined if the list does not exist.
   */
  next(listId: string, level: number | undefined, styleId: string | undefined): string | undefined {
    const list = this.#definitions.lists.get(listId);
    const abstract = list === undefined ? undefined : this.#abstractOf(list.abstractId);
    if (list === undefined || abstract === undefined) return undefined;
    const depth = level ?? levelOfStyle(abstract, styleId) ?? 0;
    const definition = abstract.levels.get(depth);
    if (definition === undefined) return "";
    const numbers = this.#count(list, listId, abstract, depth);
    return definition.format === "bullet" ? "" : labelOf(abstract, definition, numbers);
  }

  #abstractOf(id: string): AbstractList | undefined {
    const abstract = this.#definitions.abstract.get(id);
    if (abstract?.styleLink === undefined) return abstract;
    const linked = this.#definitions.lists.get(this.#styles.listOf(abstract.styleLink) ?? "")?.abstractId;
    return this.#definitions.abstract.get(linked ?? "") ?? abstract;
  }

  #count(list: WordList, listId: string, abstract: AbstractList, depth: number): readonly number[] {
    const numbers = this.#counters.get(abstract) ?? [];
    this.#counters.set(abstract, numbers);
    const startOf = (level: number) => list.starts.get(level) ?? abstract.levels.get(level)?.start ?? 1;
    for (let level = 0; level < depth; level++) numbers[level] ??= startOf(level);
    const key = `${listId}/${depth}`;
    const restarts = list.starts.has(depth) && !this.#started.has(key);
    this.#started.add(key);
    const last = numbers[depth];
    numbers[depth] = last === undefined || restarts ? startOf(depth) : last + 1;
    for (let level = depth + 1; level < numbers.length; level++) {
      if (abstract.levels.get(level)?.neverRestarts !== true) delete numbers[level];
    }
    return numbers;
  }
}

function levelOfStyle(abstract: AbstractList, styleId: string | undefined): number | undefined {
  if (styleId === undefined) return undefined;
  for (const [level, { style }] of abstract.levels) if (style === styleId) return level;
  return undefined;
}

const labelOf = (abstract: AbstractList, definition: ListLevel, numbers: readonly number[]): string =>
  definition.pattern
    .replace(/%([1-9])/g, (_, digit: string) => {
      const level = Number(digit) - 1;
      const format = definition.isLegal ? "decimal" : (abstract.levels.get(level)?.format ?? "decimal");
      return numbers[level] === undefined ? "" : listLabel(numbers[level], format);
    })
    .trim();
