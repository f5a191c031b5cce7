/** What waits has somebody it waits for. */
interface Owned {
  readonly owner: string;
}

/** Gives every owner its turn: one with a thousand waiting is served no more often than one with two. */
export class FairQueue<Item extends Owned> {
  /** In the order of the turns. */
  readonly #lines = new Map<string, Item[]>();

  /** At the end of its owner's line, or at its front. */
  add(item: Item, first = false): void {
    const line = this.#lines.get(item.owner);
    if (line === undefined) this.#lines.set(item.owner, [item]);
    else if (first) line.unshift(item);
    else line.push(item);
  }

  /** Whose turn it is. */
  peek(): Item | undefined {
    for (const line of this.#lines.values()) return line[0];
    return undefined;
  }

  /** Takes the one that `peek` gave; its owner's next turn comes after everybody else's. */
  take(): void {
    for (const [owner, line] of this.#lines) {
      line.shift();
      this.#lines.delete(owner);
      if (line.length > 0) this.#lines.set(owner, line);
      return;
    }
  }

  remove(item: Item): void {
    const line = this.#lines.get(item.owner);
    const place = line?.indexOf(item) ?? -1;
    if (line === undefined || place < 0) return;
    line.splice(place, 1);
    if (line.length === 0) this.#lines.delete(item.owner);
  }

  items(): readonly Item[] {
    return [...this.#lines.values()].flat();
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }
}
