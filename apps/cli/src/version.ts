import { readFileSync } from "node:fs";

/** Version of this program, which is the same as that of its service. */
export const VERSION = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { readonly version: string }
).version;
