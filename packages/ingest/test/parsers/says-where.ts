import { testParser } from "./define.ts";

// Reports what it sees of its environment.
export default testParser(async function* () {
  const text = JSON.stringify({ pid: process.pid, ppid: process.ppid, environment: process.env });
  yield { type: "block", block: { kind: "paragraph", text } };
});
