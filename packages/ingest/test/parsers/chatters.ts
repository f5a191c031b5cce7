import { paragraph, testParser } from "./define.ts";

// Writes to every channel that a library may consider its own.
export default testParser(async function* () {
  process.send?.("hello");
  process.send?.({ type: "hello" });
  process.send?.(null as never);
  for (let line = 0; line < 20_000; line += 1) {
    console.log("a line of a library that talks", line);
    console.error("a warning of a library that worries", line);
  }
  yield paragraph(1);
});
