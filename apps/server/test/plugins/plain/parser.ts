import { readFile } from "node:fs/promises";
import { defineParser, ParserError } from "@quarry/plugin";

/** Parses a paragraph, unless the file contains an instruction. */
export default defineParser({
  name: "plain-parser",
  specVersion: 1,
  capabilities: { fileTypes: ["txt"] },
  async *parse({ path }, { limits }) {
    const text = (await readFile(path, "utf8")).trim();
    if (text === "throws") throw new TypeError("secret-of-the-plugin");
    if (text === "is damaged") throw new ParserError("corrupt", "line 1 ends too early: save the file again");
    if (text === "limits") throw new ParserError("limit", `more than ${limits.maxPages} pages`);
    if (text === "bytes for text") yield { type: "block", block: { kind: "paragraph", text: Buffer.of(1) as never } };
    yield { type: "block", block: { kind: "paragraph", text } };
  },
});
