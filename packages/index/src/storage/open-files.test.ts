import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { OpenFiles } from "./open-files.ts";

const inFolder = (limit: number) => {
  const folder = mkdtempSync(join(tmpdir(), "quarry-open-files-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const closed: string[] = [];
  const pathOf = (collection: string): string => join(folder, collection);
  const files = new OpenFiles<{ readonly name: string; close(): void }>(limit, pathOf);
  const open = (name: string) => files.open(name, () => ({ name, close: () => void closed.push(name) }));
  for (const name of ["a", "b", "c"]) writeFileSync(pathOf(name), name);
  return { files, open, closed, pathOf };
};

test("a removed or replaced file is closed and no longer returned", () => {
  const { files, open, closed, pathOf } = inFolder(8);
  const a = open("a");
  expect(files.get("a")).toBe(a);
  writeFileSync(pathOf("other"), "a");
  renameSync(pathOf("other"), pathOf("a"));
  expect([files.has("a"), files.get("a"), files.has("a"), closed]).toEqual([true, undefined, false, ["a"]]);
  open("b");
  rmSync(pathOf("b"));
  expect([files.get("b"), closed]).toEqual([undefined, ["a", "b"]]);
});

test("a file created on opening stays open", () => {
  const { files } = inFolder(8);
  const made = files.open("made", (path) => {
    writeFileSync(path, "made");
    return { name: "made", close: () => {} };
  });
  expect(files.get("made")).toBe(made);
});

test("opening a file at the limit closes the least recently used; a failed open retains no entry", () => {
  const { files, open, closed } = inFolder(2);
  open("a");
  open("b");
  files.get("a");
  expect([files.hasSlot("a"), files.hasSlot("c")]).toEqual([true, false]);
  open("c");
  expect(closed).toEqual(["b"]);
  expect([...files.entries()].map(([name]) => name)).toEqual(["a", "c"]);
  expect(files.open("a", () => undefined)).toBeUndefined();
  expect([closed, files.get("a")]).toEqual([["b", "a"], undefined]);
  files.closeAll();
  expect(closed).toEqual(["b", "a", "c"]);
});
