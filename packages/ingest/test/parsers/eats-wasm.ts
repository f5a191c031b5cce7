import { testParser } from "./define.ts";

// Allocates 64 kB pages of WebAssembly memory and writes to each.
export default testParser(async function* () {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
  for (;;) {
    const start = memory.grow(128) * 65_536;
    new Uint8Array(memory.buffer, start).fill(1);
    if (start < 0) yield { type: "progress", done: 1 };
  }
});
