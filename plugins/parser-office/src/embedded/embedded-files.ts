import { posix } from "node:path";
import type { ParserLimits } from "@quarry/plugin";
import type { Archive } from "@quarry/formats/zip";
import { relationshipsOf } from "../archive/relationships.ts";

const EMBEDDED = /^(?:word|ppt|xl)\/embeddings\/[^/]+$/i;
const CHART = /\/(?:charts|chartEx)\/[^/]+\.xml$/i;
/** Maximum number of charts inspected. With more, the data files of the other charts are listed as well. */
const MAX_CHARTS = 200;

/** Returns the names of files embedded by a user. A chart's own data is excluded. */
export async function embeddedFiles(archive: Archive, limits: ParserLimits): Promise<string[]> {
  const names = [...archive.names];
  const embedded = names.filter((name) => EMBEDDED.test(name));
  if (embedded.length === 0) return [];
  const numbers = new Set<string>();
  for (const chart of names.filter((name) => CHART.test(name)).slice(0, MAX_CHARTS)) {
    for (const { target } of await relationshipsOf(archive, chart, limits)) numbers.add(target);
  }
  return embedded.filter((name) => !numbers.has(name)).map((name) => posix.basename(name));
}
