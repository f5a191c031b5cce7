import { readFile } from "node:fs/promises";
import * as Schema from "effect/Schema";

const block = (fields) => ({ type: "block", block: { kind: "paragraph", text: "a", ...fields } });

const GARBAGE = {
  "an unknown event": { type: "page" },
  "no event": undefined,
  "an unknown kind": block({ kind: "footer" }),
  "bytes for text": block({ text: new Uint8Array(3) }),
  "page 0": block({ page: 0 }),
  "NaN for time": { type: "uncounted_time", milliseconds: Number.NaN },
};

/** A parser in a worker thread that does what its file says. */
export default {
  kind: "parser",
  name: "wild-parser",
  specVersion: 1,
  capabilities: { fileTypes: ["txt", "md"] },
  settings: Schema.Struct({ gives: Schema.optionalKey(Schema.String) }),
  make: ({ gives }) => {
    if (gives === "nothing") return undefined;
    return { parse };
  },
};

async function* parse({ path }) {
  const text = (await readFile(path, "utf8")).trim();
  if (text === "throws") throw new TypeError("secret-of-the-plugin");
  if (text === "throws late") {
    setTimeout(() => {
      throw new Error("secret-of-the-plugin");
    }, 1);
    await new Promise(() => {});
  }
  if (text === "hangs") await new Promise(() => {});
  // All the time in the world.
  if (text === "takes its time") {
    yield { type: "uncounted_time", milliseconds: 1e9 };
    await new Promise(() => {});
  }
  if (text in GARBAGE) yield GARBAGE[text];
  yield block({ text });
}
