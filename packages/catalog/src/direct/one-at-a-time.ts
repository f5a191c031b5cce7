import { Effect, Semaphore } from "effect";

interface Turn {
  readonly semaphore: Semaphore.Semaphore;
  /** Who is at work or waits. */
  count: number;
}

/** Work that is done one after another, by name, in this process. */
export class OneAtATime {
  readonly #turns = new Map<string, Turn>();

  of<A, E, R>(name: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      const turn = this.#turns.get(name) ?? { semaphore: Semaphore.makeUnsafe(1), count: 0 };
      this.#turns.set(name, turn);
      turn.count += 1;
      const leave = Effect.sync(() => {
        turn.count -= 1;
        if (turn.count === 0) this.#turns.delete(name);
      });
      return Effect.ensuring(turn.semaphore.withPermits(1)(work), leave);
    });
  }
}
