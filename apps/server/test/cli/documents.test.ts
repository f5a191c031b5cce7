import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pdfFile } from "../fixtures/pdf-file.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { makeCliWorld, useFolder } from "./cli-world.ts";

const folder = useFolder();
const server = useSharedServer();
const { quarry, output, json } = makeCliWorld(server, folder);

test("documents are listed, deleted and reprocessed by filter, after a dry run", async () => {
  await server.api.createCollection("notes");
  for (const year of [2021, 2022, 2023]) {
    await server.api.ingest({
      collection: "notes",
      filename: `Note-${year}.txt`,
      bytes: `Of ${year}`,
      metadata: { year },
    });
  }
  const listed = await output("documents", "ls", "notes", "--filter", '{"year":{"$gte":2022}}', "--sort", "-filename");
  expect(listed.indexOf("Note-2023.txt")).toBeLessThan(listed.indexOf("Note-2022.txt"));
  expect(listed).not.toContain("2021");
  expect(await output("documents", "rm", "notes", "--filter", "year=2021", "--dry-run")).toContain("1 documents match");
  expect(await json("documents", "reprocess", "notes", "--filter", "year=2023")).toMatchObject({
    matched: 1,
    queued: 1,
  });
  expect(await json("documents", "rm", "notes", "--filter", "year=2021")).toMatchObject({ matched: 1, deleted: 1 });
  expect((await server.api.documents("notes")).length).toBe(2);
  const operations = await json<readonly { collection: string }[]>("operations", "list");
  expect(operations.filter(({ collection }) => collection === "notes")).toEqual([]);
  expect(await quarry("documents", "rm", "notes")).toMatchObject({ code: 2 });
});

test("documents patch changes a document's fields, and clears those set to an empty value", async () => {
  await server.api.createCollection("said");
  const { id } = await server.api.ingest({
    ...{ collection: "said", filename: "a.txt", bytes: "A note.", metadata: { draft: true } },
  });
  const patch = (...words: readonly string[]) =>
    json<Record<string, unknown>>("documents", "patch", "said", id, ...words);
  const end = "2127-01-31T12:00:00.000Z";
  const changed = await patch(
    ...["--metadata", "team=docs", "--metadata", "draft=null", "--name", "b.txt"],
    ...["--external-id", "notes/1", "--expires-at", end],
  );
  expect(changed).toMatchObject({ filename: "b.txt", metadata: { team: "docs" } });
  const read = () => server.api.expect<Record<string, unknown>>(200, "GET", `/v1/collections/said/documents/${id}`);
  expect(await read()).toMatchObject({ external_id: "notes/1", expires_at: end, metadata: { team: "docs" } });
  await patch("--external-id", "", "--expires-at", "");
  expect(Object.keys(await read())).not.toEqual(expect.arrayContaining(["external_id"]));
  const many = ["documents", "patch", "said", "--filter", "team=docs", "--metadata", "reviewed=true"];
  expect(await output(...many, "--dry-run")).toContain("1 documents match");
  expect(await json(...many)).toMatchObject({ matched: 1, updated: 1 });
  expect(await read()).toMatchObject({ metadata: { team: "docs", reviewed: true } });
  expect(await quarry(...many, "--name", "c.txt")).toMatchObject({ code: 2 });
  for (const words of [[], ["--expires-at", "soon"]]) {
    expect(await quarry("documents", "patch", "said", id, ...words)).toMatchObject({ code: 2 });
  }
});

test("a document is printed as Markdown, and its tables as CSV", async () => {
  await server.api.createCollection("boats");
  const bytes = "# Boats\n\n| Name | Size |\n|---|---|\n| Ann | 4 |\n";
  const { id } = await server.api.ingest({ collection: "boats", filename: "boats.md", bytes });
  const markdown = "# Boats\n\n| Name | Size |\n| --- | --- |\n| Ann | 4 |\n";
  expect(await output("documents", "markdown", "boats", id)).toBe(markdown);
  expect(await output("documents", "tables", "boats", id)).toMatch(/TABLE +ROWS[^]*1 +1 +Name \| Size +Boats/);
  expect(await json("documents", "tables", "boats", id)).toMatchObject([{ table: 1, row_count: 1 }]);
  expect(await output("documents", "table", "boats", id, "1")).toBe("Name,Size\r\nAnn,4\r\n");
  const path = join(folder, "boats.csv");
  await output("documents", "table", "boats", id, "1", "-o", path);
  expect((await stat(path)).size).toBe("Name,Size\r\nAnn,4\r\n".length);
  expect(await quarry("documents", "table", "boats", id, "2")).toMatchObject({ code: 3 });
});

test("a document's text is printed in full or by page, and a page image is saved but not overwritten", async () => {
  await server.api.createCollection("pages");
  const bytes = await pdfFile(["First page.", "Second page."]);
  const { id } = await server.api.ingest({ collection: "pages", filename: "two.pdf", bytes });
  expect(await output("documents", "text", "pages", id)).toBe("First page.\n\fSecond page.");
  expect(await output("documents", "text", "pages", id, "--page", "2")).toBe("Second page.\n");
  expect(await json("documents", "text", "pages", id, "--page", "2")).toMatchObject({ page: 2, page_count: 2 });
  const path = join(folder, "page.webp");
  const image = ["documents", "page-image", "pages", id, "2", "--width", "300", "-o", path];
  expect(await json<object>(...image)).toEqual({ path, bytes: (await stat(path)).size });
  expect(await quarry(...image)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("overwrite it with --force"),
  });
  expect(await quarry("documents", "page-image", "pages", id, "3")).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("page 3 does not exist"),
  });
});
