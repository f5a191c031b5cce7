import { testParser } from "./define.ts";

export default testParser(async function* () {
  yield { type: "progress", done: 1 };
  throw new Error("undefined is not a function at /srv/lib/zip.js:17");
});
