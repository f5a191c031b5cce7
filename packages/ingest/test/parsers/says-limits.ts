import { testParser } from "./define.ts";

// Tells the limits that it was given.
export default testParser(async function* (_source, limits) {
  yield { type: "block", block: { kind: "paragraph", text: JSON.stringify(limits) } };
});
