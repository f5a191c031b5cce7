import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { documentsPath } from "../harness/api.ts";
import { TIMESTAMP } from "../harness/patterns.ts";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { JOBS, jobOf, type Job, listJobs, tryRequeue } from "./jobs-api.ts";

const folder = mkdtempSync(join(tmpdir(), "quarry-jobs-"));
const gate = join(folder, "gate");
const configFile = join(folder, "quarry.config.json");
const gated = {
  plugin: fileURLToPath(new URL("../changes/gated-embedder.ts", import.meta.url)),
  settings: { gate, log: join(folder, "log") },
};
const digestOf = (token: string) => createHash("sha256").update(token).digest("hex");
const apiKeys = {
  writer: { scope: "write", sha256: digestOf("writer-token") },
  limited: { scope: "admin", collections: ["harbour"], sha256: digestOf("limited-token") },
};
writeFileSync(configFile, JSON.stringify({ embedders: { gated }, apiKeys }));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => rmSync(gate, { force: true }));

const server = useServer({ SERVICE_CONFIG: configFile, SERVICE_INGEST_CONCURRENCY: "2" });

let made = 0;
/** Creates a collection whose documents the gate blocks or refuses. */
const newCollection = async (): Promise<string> => {
  const name = `gated_${(made += 1)}`;
  await server.api.createCollection(name, { embedding_provider: "gated" });
  return name;
};
/** No two texts are equal, or the second would need no embedder. */
const upload = (collection: string, filename: string) =>
  server.api.upload({ collection, filename, bytes: `The text of ${collection}/${filename}.` });

/**
 * Sets a job's state as after a day of attempts. A test can't wait for that, so it writes into the table of a stopped
 * server.
 */
const giveUp = (id: string, error: string): void => {
  const database = new DatabaseSync(server.current.folder.file("quarry.db"));
  const { changes } = database
    .prepare("update jobs set state = 'failed', attempts = max_attempts, error = ?, finished_at = ? where id = ?")
    .run(error, Date.now(), id);
  database.close();
  expect(changes).toBe(1);
};

const failedDocument = async () => {
  const collection = await newCollection();
  writeFileSync(gate, "refuse");
  const { id } = await upload(collection, "manual.txt");
  const document = await server.api.settled(collection, id);
  expect(document.status).toBe("failed");
  return { collection, id, job: await jobOf(server.api, id, "failed") };
};

describe("the job list", () => {
  test("shows a failed job with its document, error, attempts and times", async () => {
    const { collection, id, job } = await failedDocument();
    expect(job).toEqual({
      id: expect.stringContaining(id),
      kind: "ingest",
      state: "failed",
      stuck: false,
      collection,
      document_id: id,
      filename: "manual.txt",
      attempts: 1,
      max_attempts: 5,
      error: expect.stringContaining("the key is refused"),
      created_at: expect.stringMatching(TIMESTAMP),
      due_at: expect.stringMatching(TIMESTAMP),
      started_at: expect.stringMatching(TIMESTAMP),
      lease_until: null,
      finished_at: expect.stringMatching(TIMESTAMP),
      waits_for: null,
      waits_until: null,
    });
    expect(Date.parse(job.finished_at!)).toBeGreaterThanOrEqual(Date.parse(job.started_at!));
  });

  test("distinguishes running jobs from waiting ones and counts them", async () => {
    const collection = await newCollection();
    writeFileSync(gate, "0");
    const ids: string[] = [];
    for (const name of ["a.txt", "b.txt", "c.txt"]) ids.push((await upload(collection, name)).id);
    const running = await until("two of three to run", async () => {
      const page = await listJobs(server.api, "?state=processing&kind=ingest");
      return page.total === 2 ? page : undefined;
    });
    expect(running.counts).toMatchObject({ processing: 2, stuck: 0 });
    for (const job of running.jobs) {
      expect(job).toMatchObject({ collection, attempts: 1, error: null, finished_at: null });
      expect(Date.parse(job.lease_until!)).toBeGreaterThan(Date.now());
    }
    const { jobs: all } = await listJobs(server.api, "?kind=ingest");
    const third = all.find((job) => job.document_id === ids[2])!;
    // After a while it is unknown whether the embedder responds at all: the job then waits for that.
    if (third.state === "queued") expect(third).toMatchObject({ started_at: null, waits_for: null });
    else expect(third).toMatchObject({ state: "waiting", attempts: 0, waits_for: "gated", waits_until: null });
    expect(await listJobs(server.api, "?stuck=true")).toMatchObject({ jobs: [], total: 0 });
    rmSync(gate);
    for (const id of ids) expect((await server.api.settled(collection, id)).status).toBe("ready");
    expect((await listJobs(server.api, "?state=queued&kind=ingest")).total).toBe(0);
  });

  test("includes pending removals, and pages through all jobs, newest first", async () => {
    const collection = await newCollection();
    const { id } = await upload(collection, "old.txt");
    await server.api.settled(collection, id);
    await server.api.deleteDocument(collection, id);
    const waiting = await listJobs(server.api, "?kind=purge&state=waiting");
    const later = waiting.jobs.find((job) => job.document_id === id);
    expect(later).toMatchObject({ state: "waiting", collection, filename: null, attempts: 0 });
    expect(Date.parse(later!.due_at)).toBeGreaterThan(Date.now());
    const { total } = await listJobs(server.api);
    const pages = await Promise.all(
      Array.from({ length: total }, (_, offset) => listJobs(server.api, `?limit=1&offset=${offset}`)),
    );
    const times = pages.map(({ jobs }) => Date.parse(jobs[0]!.created_at));
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    expect(new Set(pages.map(({ jobs }) => jobs[0]!.id)).size).toBe(total);
  });

  test.each(["state=lost", "state=unspecified", "limit=0", "limit=1001", "offset=-1", "stuck=maybe"])(
    "?%s returns 400",
    async (query) => {
      const answer = await server.api.call("GET", `${JOBS}?${query}`);
      expect([answer.status, answer.body.detail]).toEqual([
        400,
        expect.stringMatching(new RegExp(`^${query.split("=")[0]}: `)),
      ]);
    },
  );
});

describe("requeue", () => {
  test("processes a failed document again and updates its status", async () => {
    const { collection, id, job } = await failedDocument();
    const before = await server.api.expect<{ queue: { failed: number } }>(200, "GET", "/v1/stats");
    rmSync(gate);
    const answer = await tryRequeue(server.api, job.id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ kind: "ingest", document_id: id, collection, filename: "manual.txt" });
    expect(answer.body.id).not.toBe(job.id);
    expect(await server.api.settled(collection, id)).toMatchObject({ status: "ready", error_message: null });
    const { jobs } = await listJobs(server.api, "?state=failed");
    expect(jobs.filter((failed) => failed.document_id === id)).toEqual([]);
    // The failure still counts in the statistics.
    expect(await server.api.expect(200, "GET", "/v1/stats")).toMatchObject({ queue: { failed: before.queue.failed } });
  });

  test("lists a job that fails again once, under its new id", async () => {
    const { collection, id, job } = await failedDocument();
    expect((await tryRequeue(server.api, job.id)).status).toBe(200);
    expect((await server.api.settled(collection, id)).status).toBe("failed");
    const again = await jobOf(server.api, id, "failed");
    expect(again.id).not.toBe(job.id);
    const { jobs } = await listJobs(server.api, "?state=failed");
    expect(jobs.filter((failed) => failed.document_id === id)).toHaveLength(1);
    expect((await tryRequeue(server.api, job.id)).status).toBe(404);
  });

  test("removes failed jobs of documents reprocessed or deleted since from the list and returns 404 for them", async () => {
    const one = await failedDocument();
    const other = await failedDocument();
    rmSync(gate);
    await server.api.expect(200, "POST", documentsPath(one.collection, one.id, "reprocess"));
    await server.api.deleteDocument(other.collection, other.id);
    const { jobs } = await listJobs(server.api, "?state=failed");
    expect(jobs.filter((job) => [one.id, other.id].includes(job.document_id ?? ""))).toEqual([]);
    for (const { id } of [one.job, other.job]) expect((await tryRequeue(server.api, id)).status).toBe(404);
  });

  test("returns 409 with the reason for a running, waiting or completed job, and 404 for an unknown one", async () => {
    const collection = await newCollection();
    writeFileSync(gate, "0");
    const { id } = await upload(collection, "slow.txt");
    const running = await jobOf(server.api, id, "processing");
    const refused = await tryRequeue(server.api, running.id);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining("attempt 1 of 5")]);
    rmSync(gate);
    expect((await server.api.settled(collection, id)).status).toBe("ready");
    const done = await jobOf(server.api, id, "completed");
    expect(done.id).toBe(running.id);
    const completed = await tryRequeue(server.api, done.id);
    expect([completed.status, completed.body.detail]).toEqual([409, expect.stringContaining("has completed")]);
    await server.api.deleteDocument(collection, id);
    const [waiting] = (await listJobs(server.api, "?kind=purge&state=waiting")).jobs;
    const waits = await tryRequeue(server.api, waiting!.id);
    expect([waits.status, waits.body.detail]).toEqual([409, expect.stringContaining("already queued")]);
    expect((await tryRequeue(server.api, "nothing")).status).toBe(404);
    expect((await tryRequeue(server.api, "a/b:c?d")).status).toBe(404);
  });

  test("succeeds for at least one of several concurrent requests, and the document becomes ready", async () => {
    const { collection, id, job } = await failedDocument();
    rmSync(gate);
    const answers = await Promise.all(Array.from({ length: 6 }, () => tryRequeue(server.api, job.id)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    expect((await server.api.settled(collection, id)).status).toBe("ready");
  });

  test("retries a removal that has exhausted its attempts", async () => {
    const collection = await newCollection();
    const { id } = await upload(collection, "old.txt");
    await server.api.settled(collection, id);
    await server.api.deleteDocument(collection, id);
    await server.current.stop();
    giveUp(`purge:${id}:2`, "the vector store is away");
    await server.current.startAgain();
    const { jobs } = await listJobs(server.api, "?state=failed&kind=purge");
    const input = jobs.find((job) => job.document_id === id);
    expect(input).toMatchObject({ error: "the vector store is away", attempts: 300, max_attempts: 300, collection });
    const answer = await tryRequeue(server.api, input!.id);
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ id: input!.id, kind: "purge" })]);
    await until("the removal to be done", async () => {
      const done = await listJobs(server.api, "?state=completed&kind=purge");
      return done.jobs.find((job) => job.id === input!.id);
    });
  });

  test("returns 409 for a failed index change, with the path to start a new one", async () => {
    const name = "unchanged";
    await server.api.createCollection(name);
    await server.api.ingest({ collection: name, filename: "a.txt", bytes: "A text that must be embedded anew." });
    writeFileSync(gate, "refuse");
    await server.api.expect(201, "POST", `/v1/collections/${name}/changes`, { json: { embedding_provider: "gated" } });
    const failed = await until("the change to fail", async () => {
      const { jobs } = await listJobs(server.api, "?state=failed&kind=index-change");
      return jobs[0];
    });
    expect(failed).toMatchObject({ collection: name, document_id: null, filename: null });
    const answer = await tryRequeue(server.api, failed.id);
    expect([answer.status, answer.body.detail]).toEqual([409, expect.stringContaining("/changes")]);
  });

  test("survives a kill and restart", async () => {
    const { collection, id, job } = await failedDocument();
    rmSync(gate);
    await tryRequeue(server.api, job.id);
    await server.current.kill();
    await server.current.startAgain();
    expect((await server.api.settled(collection, id)).status).toBe("ready");
  });
});

test("the job list and requeue require an admin key that is not limited to collections", async () => {
  const { job } = await failedDocument();
  const path = `${JOBS}/${encodeURIComponent(job.id)}/requeue`;
  for (const token of ["writer-token", "limited-token"]) {
    expect((await server.api.call<Job>("GET", JOBS, { token })).status).toBe(403);
    expect((await server.api.call<Job>("POST", path, { token })).status).toBe(403);
  }
  expect((await jobOf(server.api, job.document_id!, "failed")).id).toBe(job.id);
});
