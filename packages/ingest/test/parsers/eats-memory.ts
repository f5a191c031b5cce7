import { testParser } from "./define.ts";

export default testParser(async function* () {
  const retained: number[][] = [];
  for (;;) {
    retained.push(Array.from<number>({ length: 1_000_000 }).fill(retained.length + 0.5));
    if (retained.length < 0) yield { type: "progress", done: 1 };
  }
});
