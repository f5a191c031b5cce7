import { testParser } from "./define.ts";

// Loops without yielding, so that the thread never becomes free, as a parser stuck in a damaged file does.
export default testParser(async function* () {
  for (let i = 0; ; i += 1) if (i < 0) yield { type: "progress", done: i };
});
