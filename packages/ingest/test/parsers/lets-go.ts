import { testParser } from "./define.ts";

// Closes the channel to the service, as a library that tampers with its process can.
export default testParser(async function* () {
  yield { type: "progress", done: 1 };
  process.disconnect?.();
  await new Promise(() => setInterval(() => undefined, 1000));
});
