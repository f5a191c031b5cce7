import { existsSync, mkdtempSync } from "node:fs";
import { readFile, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCli } from "../cli/hosted-cli.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { entriesOf } from "./archive.ts";

const folder = mkdtempSync(join(tmpdir(), "quarry-transfer-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const server = useSharedServer();

const quarry = (...words: readonly string[]) => {
  const environment = { QUARRY_URL: server.api.address, QUARRY_API_KEY: "a-secret-for-tests-only" };
  return runCli(words, { directory: folder, environment });
};

test("the command line exports and imports a collection, and rejects a truncated archive", async () => {
  const { api } = server;
  await api.createCollection("pages");
  const document = await api.ingest({ collection: "pages", filename: "one.txt", bytes: "The only text there is." });

  const first = await quarry("export", "pages");
  expect(first).toMatchObject({ code: 0, stderr: "" });
  const archive = await readFile(join(folder, "pages.tar"));
  expect(first.stdout).toBe(`pages.tar: ${archive.length} bytes\n`);
  expect(entriesOf(archive).at(-1)?.name).toBe("end.json");
  expect((await quarry("export", "pages")).stderr).toContain("pages.tar already exists");

  const taken = await quarry("import", "copy", "pages.tar");
  expect(taken.code).toBe(1);
  expect(taken.stderr).toContain(`a document with the id ${document.id} exists already`);
  const copied = await quarry("import", "copy", "pages.tar", "--new-ids");
  expect(copied).toMatchObject({ code: 0, stdout: "copy: 1 documents\n" });
  const { results } = await api.query("copy", { query: "only text" });
  expect(results[0]?.text).toBe("The only text there is.");

  await truncate(join(folder, "pages.tar"), archive.length - 3_000);
  const cut = await quarry("import", "cut", "pages.tar", "--new-ids");
  expect(cut.code).toBe(2);
  expect(cut.stderr).toMatch(/archive: can't be imported: it is cut off/);
  expect((await api.call("GET", "/v1/collections/cut")).status).toBe(404);

  expect((await quarry("export", "nothing")).code).toBe(3);
  expect([existsSync(join(folder, "nothing.tar")), existsSync(join(folder, "nothing.tar.part"))]).toEqual([
    false,
    false,
  ]);
});
