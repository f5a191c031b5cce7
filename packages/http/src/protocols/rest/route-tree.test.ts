import { expect, test } from "vitest";
import { RouteTree } from "./route-tree.ts";

const route = (verb: string, path: string) => ({
  verb,
  segments: path
    .split("/")
    .slice(1)
    .map((part) => (part === "*" ? undefined : part)),
  path,
});

test("finds the most literal route that has the verb", () => {
  const tree = new RouteTree<ReturnType<typeof route>>();
  for (const path of ["/a/*/b", "/a/x/b", "/a/*"]) tree.add(route("GET", path));
  tree.add(route("POST", "/a/*/b"));
  const find = (verb: string, path: string) => {
    const match = tree.find(verb, path);
    return match && [match.route?.path, match.values, match.verbs];
  };
  expect(find("GET", "/a/x/b")).toEqual(["/a/x/b", [], []]);
  expect(find("GET", "/a/y/b")).toEqual(["/a/*/b", ["y"], []]);
  expect(find("POST", "/a/x/b")).toEqual(["/a/*/b", ["x"], []]);
  expect(find("PUT", "/a/x/b")).toEqual([undefined, [], ["GET"]]);
  expect(find("GET", "/a/")).toBeUndefined();
  expect(find("GET", "/a")).toBeUndefined();
  expect(() => tree.add(route("GET", "/a/*"))).toThrow("declared twice");
});
