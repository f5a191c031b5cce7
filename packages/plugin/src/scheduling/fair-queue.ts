/** Item of a fair queue. */
export interface Queued {
  /** Owner of the item: owners are served fairly, however many items each of them has. */
  readonly owner: string;
  /** Order among the items of one owner, the lowest first. */
  readonly rank: number;
}

interface OwnerQueue<Item> {
  readonly name: string;
  /** Waiting items by rank, the lowest last: items are removed from the end. */
  readonly items: Item[];
  /** Number of items that were taken and have not ended. */
  running: number;
  /** Cost of the owner's items so far; starts at the cost of the other owners when the owner is added. */
  used: number;
}

/**
 * Fair queue with one queue per owner (start-time fair queuing, Goyal 1996). The next item is from the owner whose items
 * have cost the least so far; of owners with equal cost, from the one served longest ago. So with equal costs owners
 * alternate. An owner gains no advantage from having been idle, and is removed as soon as its cost does not exceed that
 * of the others.
 */
export class FairQueue<Item extends Queued> {
  /** Queues in the order in which they were last served. */
  readonly #queues = new Map<string, OwnerQueue<Item>>();
  /** Highest cost of an owner when one of its items was taken: a new owner starts there. */
  #level = 0;
  #length = 0;

  /** Number of waiting items of all owners. */
  get length(): number {
    return this.#length;
  }

  lengthOf(owner: string): number {
    return this.#queues.get(owner)?.items.length ?? 0;
  }

  items(): readonly Item[] {
    return [...this.#queues.values()].flatMap(({ items }) => items);
  }

  add(item: Item): void {
    const { items } = this.#queues.get(item.owner) ?? this.#open(item.owner);
    // With hundreds of items in order, most are added at the end, so the search starts with the newest.
    let position = 0;
    while (position < items.length && items[position]!.rank > item.rank) position += 1;
    items.splice(position, 0, item);
    this.#length += 1;
  }

  /** Returns the next item among those that may run; it stays in the queue until `take`. */
  next(mayRun: (item: Item) => boolean = () => true): Item | undefined {
    let [item, used]: [Item | undefined, number] = [undefined, Infinity];
    for (const queue of this.#queues.values()) {
      if (queue.items.length === 0 || queue.used >= used) continue;
      const first = queue.items.findLast(mayRun);
      if (first !== undefined) [item, used] = [first, queue.used];
    }
    return item;
  }

  /** Takes a waiting item, which then runs until `end`. `cost` is its cost as far as known in advance. */
  take(item: Item, cost = 0): void {
    const queue = this.#queues.get(item.owner)!;
    queue.items.splice(queue.items.lastIndexOf(item), 1);
    this.#length -= 1;
    queue.running += 1;
    queue.used += cost;
    this.#level = Math.max(this.#level, queue.used);
    this.#queues.delete(queue.name);
    this.#queues.set(queue.name, queue);
  }

  /** Ends a taken item; `cost` is its cost beyond the cost known in advance. */
  end({ owner }: Item, cost = 0): void {
    const queue = this.#queues.get(owner)!;
    queue.running -= 1;
    queue.used += cost;
    this.#closeIdle(queue);
  }

  /** Removes a waiting item; does nothing if it is not waiting. */
  remove(item: Item): void {
    const queue = this.#queues.get(item.owner);
    const position = queue?.items.indexOf(item) ?? -1;
    if (queue === undefined || position < 0) return;
    queue.items.splice(position, 1);
    this.#length -= 1;
    this.#closeIdle(queue);
  }

  #open(name: string): OwnerQueue<Item> {
    for (const queue of this.#queues.values()) this.#closeIdle(queue);
    const queue: OwnerQueue<Item> = { name, items: [], running: 0, used: this.#level };
    this.#queues.set(name, queue);
    return queue;
  }

  /**
   * Removes an idle queue. An owner with a higher cost than the others stays: it must not gain an advantage by returning
   * at once.
   */
  #closeIdle({ name, items, running, used }: OwnerQueue<Item>): void {
    if (items.length === 0 && running === 0 && used <= this.#level) this.#queues.delete(name);
  }
}
