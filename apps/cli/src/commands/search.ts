import type { JsonObject } from "@bufbuild/protobuf";
import { QueryResultSchema } from "@quarry/api";
import type { HighlightedFragment, QueryResult, SearchMode } from "@quarry/client/types";
import { markPattern } from "../output/mark-pattern.ts";
import type { Terminal } from "../output/terminal.ts";
import { wrapped } from "../output/text.ts";
import { flagsIn } from "../program/query-options.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

interface SearchOptions extends GlobalOptions {
  readonly mode?: SearchMode;
  readonly filter?: JsonObject;
  readonly full?: boolean;
}

export const search = (collections: string, query: string, options: SearchOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const { mode, filter, full } = options;
    const citations = options.json === true;
    const shown = {
      query,
      citations,
      searchMode: mode,
      filters: filter,
      highlight: full === true ? FULL_TEXT : PARTS,
    };
    const request = { ...flagsIn(options), ...shown };
    const names = collections.split(",");
    const { results } =
      names.length === 1
        ? await client.queries.query({ ...request, collectionName: collections }, { signal })
        : await client.queries.multiQuery({ ...request, collections: names }, { signal });
    print(QueryResultSchema, results, () => {
      if (results.length === 0) terminal.note("nothing found");
      for (const [index, result] of results.entries()) show(terminal, result, index + 1, full === true);
    });
  });

/** Highlight options of a passage shown in fragments, and below of one shown in full. */
const PARTS = { fragments: 2, fragmentChars: 240 };
const FULL_TEXT = { fragments: 10, fragmentChars: 2_000 };

const show = (terminal: Terminal, result: QueryResult, rank: number, isFull: boolean) => {
  const { print, style, width } = terminal;
  print(`${String(rank).padStart(2)}. ${result.score.toFixed(3)}  ${style("bold", locationOf(result))}`);
  const fragments = result.highlights ?? [];
  const marked = markPattern(fragments);
  const fullText = result.expandedText ?? (isFull ? result.text : undefined);
  const texts = fullText === undefined ? shownOf(result, fragments) : [fullText];
  for (const line of texts.flatMap((text) => wrapped(text, width - INDENT.length))) {
    print(INDENT + line.replace(marked, (segment) => style(["yellow", "bold"], segment)));
  }
  print("");
};

/** Fragments, with a mark where text is omitted. */
const shownOf = (result: QueryResult, fragments: readonly HighlightedFragment[]): readonly string[] =>
  fragments.map(({ text, offset }, index) => {
    const isLast = index === fragments.length - 1;
    const isTruncated = isLast && offset + [...text].length < [...result.text.trimEnd()].length;
    return `${offset > 0 ? "… " : ""}${text}${isTruncated ? " …" : ""}`;
  });

const INDENT = "    ";

/** Formats the location of a result: `manuals: handbook.pdf, page 3 › Backups`. */
export const locationOf = ({ metadata = {}, id, collection }: QueryResult): string => {
  const { filename, page, section } = metadata;
  const file = typeof filename === "string" ? filename : id;
  const sections = Array.isArray(section) ? section.join(" › ") : section;
  const where = typeof page === "number" ? `${file}, page ${page}` : file;
  const fullText = typeof sections === "string" && sections !== "" ? `${where} › ${sections}` : where;
  return collection === undefined ? fullText : `${collection}: ${fullText}`;
};
