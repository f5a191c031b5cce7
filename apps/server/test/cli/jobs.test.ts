import { expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { makeCliWorld, useFolder } from "./cli-world.ts";

const folder = useFolder();
const server = useServer();
const { quarry, output, json, newCollection } = makeCliWorld(server, folder);

interface Listed {
  readonly jobs: readonly { readonly id: string; readonly state: string; readonly filename: string }[];
}

test("failed jobs are listed with their document and error, and requeued", async () => {
  const name = await newCollection();
  const { id, error_message: reason } = await server.api.ingest({ collection: name, filename: "empty.txt", bytes: "" });
  const { jobs } = await json<Listed>("jobs", "list");
  expect(jobs).toMatchObject([{ state: "failed", filename: "empty.txt", kind: "ingest", document_id: id }]);
  const table = await output("jobs", "list");
  expect(table).toMatch(/failed \(1\/5\) +cli_\d+\/empty\.txt/);
  expect(table).toContain(reason!);
  expect(await output("jobs", "requeue", jobs[0]!.id)).toContain(`${name}/empty.txt runs again as ingest:${id}:2`);
  await server.api.settled(name, id);
  const again = await json<Listed>("jobs", "list", "--kind", "ingest", "--limit", "5");
  expect(again.jobs.map((job) => job.id)).toEqual([`ingest:${id}:2`]);
  expect(await quarry("jobs", "requeue", jobs[0]!.id)).toMatchObject({ code: 3 });
});

test("jobs are listed by state, and stuck jobs with --stuck", async () => {
  const name = await newCollection();
  const { id } = await server.api.ingest({ collection: name, filename: "a.txt", bytes: "A text about herons." });
  const { jobs } = await json<Listed>("jobs", "list", "--state", "completed");
  expect(jobs.map((job) => job.id)).toContain(`ingest:${id}:1`);
  expect((await json<Listed>("jobs", "list", "--stuck")).jobs).toEqual([]);
  expect(await quarry("jobs", "list", "--state", "lost")).toMatchObject({ code: 2 });
});
