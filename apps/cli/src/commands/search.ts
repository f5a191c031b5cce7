import type { JsonObject } from "@bufbuild/protobuf";
import { type QueryResult, QueryResultSchema } from "@quarry/api";
import type { Terminal } from "../output/terminal.ts";
import { highlight, wordsOf, wrapped } from "../output/text.ts";
import { flagsIn } from "../program/query-options.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";
import { searchMode } from "./collections.ts";

interface SearchOptions extends GlobalOptions {
  readonly mode?: string;
  readonly filter?: JsonObject;
  readonly full?: boolean;
}

export const search = (collections: string, query: string, options: SearchOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const { mode, filter, full } = options;
    const request = { ...flagsIn(options), query, searchMode: searchMode(mode), filters: filter };
    const names = collections.split(",");
    const { results } =
      names.length === 1
        ? await client.queries.query({ ...request, collectionName: collections }, { signal })
        : await client.queries.multiQuery({ ...request, collections: names }, { signal });
    print(QueryResultSchema, results, () => {
      if (results.length === 0) terminal.note("nothing found");
      const words = wordsOf(query);
      for (const [index, result] of results.entries()) show(terminal, result, index + 1, words, full === true);
    });
  });

/** Lines of a passage that are shown unless it is asked for whole. */
const LINES = 6;

const show = (terminal: Terminal, result: QueryResult, rank: number, words: readonly string[], isFull: boolean) => {
  const { print, style, width } = terminal;
  print(`${String(rank).padStart(2)}. ${result.score.toFixed(3)}  ${style("bold", placeOf(result))}`);
  const lines = wrapped(result.expandedText ?? result.text, width - INDENT.length);
  const shown = isFull ? lines : lines.slice(0, LINES);
  for (const line of shown) print(INDENT + highlight(line, words, (word) => style(["yellow", "bold"], word)));
  if (shown.length < lines.length) print(`${INDENT}…`);
  print("");
};

const INDENT = "    ";

/** `manuals: handbook.pdf, page 3 › Backups` */
export const placeOf = ({ metadata = {}, id, collection }: QueryResult): string => {
  const { filename, page, section } = metadata;
  const file = typeof filename === "string" ? filename : id;
  const sections = Array.isArray(section) ? section.join(" › ") : section;
  const where = typeof page === "number" ? `${file}, page ${page}` : file;
  const whole = typeof sections === "string" && sections !== "" ? `${where} › ${sections}` : where;
  return collection === undefined ? whole : `${collection}: ${whole}`;
};
