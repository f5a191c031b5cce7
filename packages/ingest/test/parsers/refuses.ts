import { testParser } from "./define.ts";

// Uses a class of its own: a third-party package can contain another copy of ParserError.
export default testParser(async function* () {
  yield { type: "progress", done: 1 };
  throw Object.assign(new Error("the PDF is encrypted: remove the password and upload it again (/srv/files/a.pdf)"), {
    name: "ParserError",
    reason: "encrypted",
  });
});
