import { testParser } from "./define.ts";

// Throws an error in its own callback, which no caller can catch.
export default testParser(async function* () {
  setTimeout(() => {
    throw new Error("lost in a callback at /srv/lib/zip.js:17");
  }, 10);
  await new Promise(() => setInterval(() => undefined, 1000));
  yield { type: "progress", done: 1 };
});
