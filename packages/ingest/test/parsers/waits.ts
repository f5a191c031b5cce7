import { testParser } from "./define.ts";

// Waits for something that never comes, without using the processor.
export default testParser(async function* () {
  await new Promise(() => setInterval(() => undefined, 1000));
  yield { type: "progress", done: 1 };
});
