import { paragraph, testParser } from "./define.ts";

/** Never given back, as a cache of a library that nobody empties. */
const retained: Buffer[] = [];

// Within the limit, and for good.
export default testParser(async function* () {
  retained.push(Buffer.alloc(100 * 1024 * 1024, 1));
  yield paragraph(retained.length);
});
