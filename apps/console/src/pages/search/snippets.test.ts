import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { snippetOf } from "./snippets.ts";

const settings = {
  collections: ["it's"],
  mode: "hybrid",
  topK: 3,
  filters: { team: { $in: ["a", "b"] }, draft: { $eq: false } },
} as const;
const query = `What's "new" in $HOME \`here\`?`;

it("writes a curl command that a shell parses into the same request", () => {
  const snippet = snippetOf("curl", "http://127.0.0.1:8080", query, settings);
  const words = execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }; ${snippet}`], { encoding: "utf8" }).split(
    "\0",
  );
  expect(words).toContain("http://127.0.0.1:8080/v1/collections/it%27s/query");
  expect(JSON.parse(words[words.indexOf("-d") + 1]!)).toEqual({
    query,
    search_mode: "hybrid",
    top_k: 3,
    filters: settings.filters,
  });
});

it("sends a search over several collections to /v1/query", () => {
  const snippet = snippetOf("curl", "http://q", "x", { collections: ["a", "b"] });
  expect(snippet).toContain("'http://q/v1/query'");
  expect(snippet).toContain('"collections": [');
});

it("writes TypeScript that contains the query", () => {
  expect(snippetOf("typescript", "http://q", query, settings)).toContain(JSON.stringify(query));
});

it("writes false as False in Python", () => {
  const snippet = snippetOf("python", "http://q", query, settings);
  expect(snippet).toContain('"$eq": False,');
  expect(snippet).not.toContain("false");
});
