import { paragraph, testParser } from "./define.ts";

/** Never freed, like a library's cache that is never cleared. */
const retained: Buffer[] = [];

// Stays within the limit, and keeps the memory permanently.
export default testParser(async function* () {
  retained.push(Buffer.alloc(100 * 1024 * 1024, 1));
  yield paragraph(retained.length);
});
