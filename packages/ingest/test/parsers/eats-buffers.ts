import { testParser } from "./define.ts";

// Native memory, which no limit on the JavaScript heap sees.
export default testParser(async function* () {
  const kept: Buffer[] = [];
  for (;;) {
    kept.push(Buffer.alloc(8 * 1024 * 1024, 1));
    if (kept.length < 0) yield { type: "progress", done: 1 };
  }
});
