import { rename } from "node:fs/promises";
import { expect, test } from "vitest";
import { useServer } from "./harness/test-server.ts";
import { until } from "./harness/until.ts";

const server = useServer();

interface Readiness {
  readonly status: string;
  readonly database: boolean;
  readonly reason?: string;
}

const readiness = () => server.api.call<Readiness>("GET", "/health/ready", { token: null });

test("unavailable file storage is reported with the reason, and recovery needs no restart", async () => {
  const { api, current } = server;
  await api.createCollection("c");
  const { id } = await api.ingest({ collection: "c", filename: "a.txt", bytes: "Herons stand in shallow water." });
  expect((await readiness()).status).toBe(200);
  const folder = current.folder.file("files");
  await rename(folder, `${folder}-away`);
  const away = await until("readiness to notice", async () => {
    const answer = await readiness();
    return answer.status === 503 ? answer.body : undefined;
  });
  expect(away).toMatchObject({ status: "degraded", database: false, reason: expect.stringContaining("file storage") });
  // Contains neither paths nor addresses: the endpoint is public.
  expect(away.reason).not.toContain(current.folder.path);
  // Reads continue, and the liveness check must not cause a restart.
  expect((await api.call("GET", "/health", { token: null })).status).toBe(200);
  expect((await api.query("c", { query: "herons" })).results.map(({ document_id }) => document_id)).toContain(id);
  await rename(`${folder}-away`, folder);
  await until("readiness to be well", async () => ((await readiness()).status === 200 ? true : undefined));
  expect((await readiness()).body).not.toHaveProperty("reason");
});

test("concurrent readiness checks leave no files behind", async () => {
  const before = (await server.current.folder.storedDocuments()).length;
  const answers = await Promise.all(Array.from({ length: 200 }, readiness));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(await server.current.folder.incomingFiles()).toEqual([]);
  expect(await server.current.folder.storedDocuments()).toHaveLength(before);
});
