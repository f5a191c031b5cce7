import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { HighlightedFragment, QueryAnswer } from "../harness/resources.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { blocksOf, ROOT } from "./blocks.ts";

/** Every query of docs/guides/searching.md returns the results shown below it there. */
const PAGE = "guides/searching.md";

const server = useSharedServer();

const documents = (): readonly { readonly filename: string; readonly bytes: string }[] => {
  const rows = readFileSync(`${ROOT}docs/${PAGE}`, "utf8").matchAll(/^\| `(\S+\.md)` +\| (.*?) +\|$/gm);
  return [...rows].map(([, filename = "", bytes = ""]) => ({ filename, bytes }));
};

/**
 * Returns the file of a result with the requested details: its position, or a line for each matching fragment, with
 * brackets.
 */
const linesOf = ({
  metadata: { filename },
  highlights,
  citation,
}: QueryAnswer["results"][number]): readonly string[] => {
  if (citation !== undefined) return [`${citation.filename}, characters ${citation.start} to ${citation.end}`];
  return highlights === undefined ? [filename] : highlights.map((fragment) => `${filename}: ${marked(fragment)}`);
};

const marked = ({ text, matches }: HighlightedFragment): string => {
  const characters = [...text];
  for (const { start, end } of matches.toReversed()) {
    characters.splice(end, 0, "]");
    characters.splice(start, 0, "[");
  }
  return characters.join("");
};

test("queries of the guide return the results that it shows", async () => {
  const { api } = server;
  await api.createCollection("searching");
  for (const document of documents()) await api.ingest({ collection: "searching", ...document });
  const blocks = blocksOf(PAGE);
  const answers: (readonly [query: string, files: readonly string[]])[] = [];
  for (const { language, code } of blocks) {
    if (language !== "json") continue;
    const json = JSON.parse(code) as { readonly query: string };
    const { results } = await api.expect<QueryAnswer>(200, "POST", "/v1/collections/searching/query", { json });
    answers.push([json.query, results.flatMap(linesOf)]);
  }
  const expected = blocks.flatMap(({ language, code }, index) =>
    language === "json"
      ? [[(JSON.parse(code) as { query: string }).query, blocks[index + 1]!.code.split("\n").filter(Boolean)]]
      : [],
  );
  expect(answers).toEqual(expected);
  expect(answers.length).toBeGreaterThan(8);
});
