import { testParser } from "./define.ts";

// Allocates native memory, which no limit on the JavaScript heap covers.
export default testParser(async function* () {
  const retained: Buffer[] = [];
  for (;;) {
    retained.push(Buffer.alloc(8 * 1024 * 1024, 1));
    if (retained.length < 0) yield { type: "progress", done: 1 };
  }
});
