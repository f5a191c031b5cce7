import { testParser } from "./define.ts";

// As native code does that reads where it must not.
export default testParser(async function* () {
  yield { type: "progress", done: 1 };
  process.kill(process.pid, "SIGSEGV");
  await new Promise(() => setInterval(() => undefined, 1000));
});
