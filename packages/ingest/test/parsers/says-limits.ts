import { testParser } from "./define.ts";

// Reports the limits that it received.
export default testParser(async function* (_source, limits) {
  yield { type: "block", block: { kind: "paragraph", text: JSON.stringify(limits) } };
});
