import { testParser } from "./define.ts";

// Simulates native code that reads an invalid address.
export default testParser(async function* () {
  yield { type: "progress", done: 1 };
  process.kill(process.pid, "SIGSEGV");
  await new Promise(() => setInterval(() => undefined, 1000));
});
