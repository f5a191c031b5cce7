/** An item of a fair queue. */
export interface Queued {
  /** Owner of the item: owners are served fairly, however many items each of them has. */
  readonly owner: string;
  /** Order among the items of one owner, the lowest first. */
  readonly rank: number;
}

interface Line<Item> {
  readonly name: string;
  /** By rank, the lowest last: items leave at that end. */
  readonly items: Item[];
  /** Items that were taken and have not ended. */
  running: number;
  /** Cost of the owner's items so far; starts with what the others had used when the owner came. */
  used: number;
}

/**
 * Queue with one line for each owner (start-time fair queuing, Goyal 1996): the owner whose items have cost the least so far
 * is served next, and of two with the same cost the one that was served longer ago. So with equal costs owners take turns. An
 * owner that waited gets no more than others later, and is forgotten as soon as it has used no more than they have.
 */
export class FairQueue<Item extends Queued> {
  /** In the order in which they were served last. */
  readonly #lines = new Map<string, Line<Item>>();
  /** Cost up to which the owner served last had used: a new owner starts there. */
  #level = 0;
  #length = 0;

  /** Items that wait, of all owners. */
  get length(): number {
    return this.#length;
  }

  lengthOf(owner: string): number {
    return this.#lines.get(owner)?.items.length ?? 0;
  }

  items(): readonly Item[] {
    return [...this.#lines.values()].flatMap(({ items }) => items);
  }

  add(item: Item): void {
    const { items } = this.#lines.get(item.owner) ?? this.#open(item.owner);
    // Of hundreds that wait in order most come last, so the search begins at the young end.
    let position = 0;
    while (position < items.length && items[position]!.rank > item.rank) position += 1;
    items.splice(position, 0, item);
    this.#length += 1;
  }

  /** Returns the item to serve next among those that may run, which stays until it is taken. */
  next(mayRun: (item: Item) => boolean = () => true): Item | undefined {
    let [item, used]: [Item | undefined, number] = [undefined, Infinity];
    for (const line of this.#lines.values()) {
      if (line.items.length === 0 || line.used >= used) continue;
      const first = line.items.findLast(mayRun);
      if (first !== undefined) [item, used] = [first, line.used];
    }
    return item;
  }

  /** Takes an item that waits: it runs until `end`. `cost` is what is known of it beforehand. */
  take(item: Item, cost = 0): void {
    const line = this.#lines.get(item.owner)!;
    line.items.splice(line.items.lastIndexOf(item), 1);
    this.#length -= 1;
    line.running += 1;
    line.used += cost;
    this.#level = Math.max(this.#level, line.used);
    this.#lines.delete(line.name);
    this.#lines.set(line.name, line);
  }

  /** Ends an item that was taken; `cost` is what it took beyond what was known. */
  end({ owner }: Item, cost = 0): void {
    const line = this.#lines.get(owner)!;
    line.running -= 1;
    line.used += cost;
    this.#closeIdle(line);
  }

  /** Removes an item that waits; does nothing where it doesn't. */
  remove(item: Item): void {
    const line = this.#lines.get(item.owner);
    const position = line?.items.indexOf(item) ?? -1;
    if (line === undefined || position < 0) return;
    line.items.splice(position, 1);
    this.#length -= 1;
    this.#closeIdle(line);
  }

  #open(name: string): Line<Item> {
    for (const line of this.#lines.values()) this.#closeIdle(line);
    const line: Line<Item> = { name, items: [], running: 0, used: this.#level };
    this.#lines.set(name, line);
    return line;
  }

  /** An owner that has used more than others is kept: it has no better right when it comes back at once. */
  #closeIdle({ name, items, running, used }: Line<Item>): void {
    if (items.length === 0 && running === 0 && used <= this.#level) this.#lines.delete(name);
  }
}
