import { setImmediate as nextTurn } from "node:timers/promises";

/** So long at once, that nobody who waits for the thread notices. */
const TURN_MS = 5;

/**
 * As `items.map`, with a turn for everything else that waits for the thread each time some milliseconds have gone. A
 * record may have 64 KB of metadata, and what filters ask of it takes milliseconds to find; a batch has thousands.
 */
export const mapInTurns = async <Item, Made>(
  items: readonly Item[],
  map: (item: Item) => Made,
): Promise<readonly Made[]> => {
  const made: Made[] = [];
  let end = performance.now() + TURN_MS;
  for (const item of items) {
    made.push(map(item));
    if (performance.now() < end) continue;
    await nextTurn();
    end = performance.now() + TURN_MS;
  }
  return made;
};
