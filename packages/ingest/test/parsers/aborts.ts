import { testParser } from "./define.ts";

export default testParser(async function* () {
  yield { type: "progress", done: 1 };
  process.abort();
});
