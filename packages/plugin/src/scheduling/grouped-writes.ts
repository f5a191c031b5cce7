import { Effect, Semaphore } from "effect";

interface Waiting<Item> {
  readonly items: readonly Item[];
  isWritten: boolean;
}

/**
 * Writes one at a time, and what comes while one is under way together as the next: a transaction that waits for the disk
 * costs about the same with one batch in it or with ten. Each call ends when its own items are written. At most `atMost`
 * items go together, or one call's where that has more.
 */
export const groupedWrites = <Item>(
  write: (items: readonly Item[]) => Effect.Effect<void>,
  atMost: number,
): ((items: readonly Item[]) => Effect.Effect<void>) => {
  const waiting: Waiting<Item>[] = [];
  const turn = Semaphore.makeUnsafe(1);

  /** From the front, so that those who are asked first are served first. */
  const takeGroup = (): readonly Waiting<Item>[] => {
    let count = 0;
    const end = waiting.findIndex(({ items }, index) => (count += items.length) > atMost && index > 0);
    return waiting.splice(0, end < 0 ? waiting.length : end);
  };

  const writeGroup = Effect.suspend(() => {
    const group = takeGroup();
    return Effect.map(write(group.flatMap(({ items }) => items)), () => {
      for (const call of group) call.isWritten = true;
    });
  });

  return (items) =>
    Effect.suspend(() => {
      const own: Waiting<Item> = { items, isWritten: false };
      waiting.push(own);
      // Not interrupted in between: others wait for the same write. Turns come in the order of the calls, so its own
      // items are in the group that it writes, unless an earlier one has taken them along.
      return Effect.uninterruptible(turn.withPermit(Effect.suspend(() => (own.isWritten ? Effect.void : writeGroup))));
    });
};
