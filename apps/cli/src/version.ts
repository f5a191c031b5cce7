import { readFileSync } from "node:fs";

/** Of this program, which goes with the service of the same version. */
export const VERSION = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { readonly version: string }
).version;
