import { testParser } from "./define.ts";

// Waits forever for an event, without using the processor.
export default testParser(async function* () {
  await new Promise(() => setInterval(() => undefined, 1000));
  yield { type: "progress", done: 1 };
});
