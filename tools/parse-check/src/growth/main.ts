import { readCost } from "./read-cost.ts";
import { shapes } from "./shapes.ts";

/** Whether reading takes time in proportion to a file's size, whatever it is full of: `npm run growth [-- md,html]`. */
const BYTES = 300_000;
/** What takes less is let be: most of it is what any file of the size takes. */
const QUICK_MS = 250;
/** Twice as much may take a little more than twice as long: caches are of one size. */
const MOST_GROWTH = 2.6;

const wanted = process.argv[2]?.split(",");
let slow = 0;
let count = 0;
for (const { what, fileType, make } of shapes) {
  if (wanted?.includes(fileType) === false) continue;
  count += 1;
  if ((await readCost(fileType, make(BYTES))) < QUICK_MS) continue;
  const once = await readCost(fileType, make(2 * BYTES));
  const twice = await readCost(fileType, make(4 * BYTES));
  if (twice <= once * MOST_GROWTH) continue;
  slow += 1;
  console.log(`${what}: ${Math.round(once)} ms, of twice as much ${Math.round(twice)} ms`);
}
console.log(`growth: ${count} shapes, ${slow} of which take more than their size says`);
process.exitCode = slow === 0 ? 0 : 1;
