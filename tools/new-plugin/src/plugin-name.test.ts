import { expect, test } from "vitest";
import { parsePluginName, rename } from "./plugin-name.ts";

test("a name is told apart into kind and words", () => {
  expect(parsePluginName("vector-big-table2")).toEqual({
    kind: "vector",
    full: "vector-big-table2",
    kebab: "big-table2",
    camel: "bigTable2",
    pascal: "BigTable2",
  });
});

test.each([
  [undefined, /^the name is missing: npm run new:plugin -- <kind>-<name>/],
  ["", /^"" begins with no kind of plugin: the name is vector-…, embedder-…, reranker-…, parser-…$/],
  ["store-acme", /^"store-acme" begins with no kind of plugin/],
  ["@quarry/vector-acme", /begins with no kind of plugin/],
  ["vector", /^"vector" names only the kind: npm run new:plugin/],
  ["vector-", /^"vector-" is no name for a package: after "vector-" come words of lower-case letters and digits/],
  ["vector-Acme", /is no name for a package/],
  ["vector-2acme", /is no name for a package/],
  ["vector-a_b", /is no name for a package/],
  ["vector-a--b", /is no name for a package/],
  ["vector-../acme", /is no name for a package/],
  [`vector-${"a".repeat(58)}`, /at most 64 characters in all$/],
])("%j is refused", (given, message) => {
  expect(() => parsePluginName(given)).toThrow(message);
});

test("a name takes the place of acme as a file, an identifier and a type", () => {
  const name = parsePluginName("vector-acme-two");
  expect(rename('import { type AcmeStore, acmeStore } from "./acme-store.ts";', name)).toBe(
    'import { type AcmeTwoStore, acmeTwoStore } from "./acme-two-store.ts";',
  );
});
