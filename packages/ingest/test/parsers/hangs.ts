import { testParser } from "./define.ts";

// A loop that yields nothing and never gives the thread back, as a parser stuck in a damaged file would.
export default testParser(async function* () {
  for (let i = 0; ; i += 1) if (i < 0) yield { type: "progress", done: i };
});
