import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

const PLACES = [
  { path: "README.md", names: /collection create (\w+)|"name": "(\w+)"/g },
  { path: "docs/quickstart.md", names: /collection create (\w+)/g },
  { path: "docs/guides/clients.md", names: /createCollection\(\{ name: "(\w+)"/g },
  { path: "docs/guides/clients.md", names: /collections\.create\(name="(\w+)"/g },
  { path: "docs/guides/clients.md", names: /CreateCollectionRequest\{Name: "(\w+)"/g },
  { path: "docs/guides/client-tasks.md", names: /createCollection\(\{ name: "(\w+)"/g },
  { path: "clients/go/README.md", names: /CreateCollectionRequest\{Name: "(\w+)"/g },
  { path: "clients/python/README.md", names: /collections\.create\(name="(\w+)"/g },
  { path: "examples/internal-service/main.ts", names: /environment\["COLLECTION"\] \?\? "(\w+)"/g },
];

test("every example uses its own collection names", () => {
  const named = PLACES.map(({ path, names }) => [...read(path).matchAll(names)].map((match) => match[1] ?? match[2]));
  expect(named.filter((names) => names.length === 0)).toEqual([]);
  const all = named.flatMap((names) => [...new Set(names)]);
  expect(all.toSorted()).toEqual([...new Set(all)].toSorted());
});
