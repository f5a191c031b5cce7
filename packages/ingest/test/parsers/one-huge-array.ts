import { testParser } from "./define.ts";

// One allocation far past the heap's limit: V8 ends the whole process for it, also when a thread asks.
export default testParser(async function* () {
  const numbers = Array.from<number>({ length: 100_000_000 }).fill(1.5);
  yield { type: "progress", done: numbers.length };
});
