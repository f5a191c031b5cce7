import { testParser } from "./define.ts";

// One allocation far beyond the heap limit: V8 aborts the whole process for it, even if a thread makes it.
export default testParser(async function* () {
  const numbers = Array.from<number>({ length: 100_000_000 }).fill(1.5);
  yield { type: "progress", done: numbers.length };
});
