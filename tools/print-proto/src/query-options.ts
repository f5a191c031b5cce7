import { readFileSync, writeFileSync } from "node:fs";

const FILE = new URL("../../../proto/quarry/v1/query.proto", import.meta.url);

/** Matches the fields below the comment "Options: …" of a message, to its end. */
const OPTIONS = /(?<=^ {2}\/\/ Options: (?:.+\n)+\n)[^]*?(?=^\}$)/gm;

/** Returns the proto of queries with the options of the first kind copied to all kinds. */
function withSharedOptions(text: string): string {
  const [options] = text.match(OPTIONS)!;
  return text.replaceAll(OPTIONS, () => options);
}

/** Whether every kind of query has the options declared in the first. */
export function queryOptionsAreCurrent(): boolean {
  const text = readFileSync(FILE, "utf8");
  return text === withSharedOptions(text);
}

if (import.meta.main) writeFileSync(FILE, withSharedOptions(readFileSync(FILE, "utf8")));
