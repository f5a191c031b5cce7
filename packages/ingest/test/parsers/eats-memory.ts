import { testParser } from "./define.ts";

export default testParser(async function* () {
  const kept: number[][] = [];
  for (;;) {
    kept.push(Array.from<number>({ length: 1_000_000 }).fill(kept.length + 0.5));
    if (kept.length < 0) yield { type: "progress", done: 1 };
  }
});
