import { readFileSync } from "node:fs";

/** Version of this program, identical to its service's version. */
export const VERSION = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { readonly version: string }
).version;
