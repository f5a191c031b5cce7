import { Effect, Semaphore } from "effect";

interface Waiting<Item> {
  readonly items: readonly Item[];
  isWritten: boolean;
}

/**
 * Group commit: does one write at a time, and combines calls that arrive during a write into the next one. A
 * transaction that waits for the disk costs about the same with one batch as with ten. Each call ends when its own
 * items are written. A group has at most `atMost` items, or those of one call if that has more.
 */
export const groupedWrites = <Item>(
  write: (items: readonly Item[]) => Effect.Effect<void>,
  atMost: number,
): ((items: readonly Item[]) => Effect.Effect<void>) => {
  const waiting: Waiting<Item>[] = [];
  const writeLock = Semaphore.makeUnsafe(1);

  /** Takes calls from the front: first come, first served. */
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
      // Uninterruptible, because other calls wait for the same write. Permits are granted in the order of the calls, so
      // a call's items are in the group that it writes, unless an earlier call has already written them.
      return Effect.uninterruptible(
        writeLock.withPermit(Effect.suspend(() => (own.isWritten ? Effect.void : writeGroup))),
      );
    });
};
