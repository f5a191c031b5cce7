import { expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { makeCliWorld, useFolder } from "./cli-world.ts";

const folder = useFolder();
const server = useServer();
const { quarry, output, json } = makeCliWorld(server, folder);

test("documents are listed, deleted and read again by filter, after a dry run", async () => {
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
  expect(await json("operations", "list")).toEqual([]);
  expect(await quarry("documents", "rm", "notes")).toMatchObject({ code: 2 });
});
