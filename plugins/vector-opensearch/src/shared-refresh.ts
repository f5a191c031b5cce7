/**
 * Makes writes visible, with one refresh for several of them: a refresh that begins after a write has ended covers it,
 * and one refresh takes as long for many writes.
 */
export class SharedRefresh {
  readonly #refresh: (index: string) => Promise<void>;
  readonly #running = new Map<string, Promise<void>>();
  readonly #next = new Map<string, Promise<void>>();

  constructor(refresh: (index: string) => Promise<void>) {
    this.#refresh = refresh;
  }

  /** Resolves when all current contents of the index are visible. */
  of(index: string): Promise<void> {
    const running = this.#running.get(index);
    if (running === undefined) return this.#begin(index);
    let next = this.#next.get(index);
    if (next === undefined) {
      const begin = () => {
        this.#next.delete(index);
        return this.#begin(index);
      };
      next = running.then(begin, begin);
      this.#next.set(index, next);
    }
    return next;
  }

  #begin(index: string): Promise<void> {
    const refresh = this.#refresh(index);
    this.#running.set(index, refresh);
    const end = () => {
      if (this.#running.get(index) === refresh) this.#running.delete(index);
    };
    refresh.then(end, end);
    return refresh;
  }
}
