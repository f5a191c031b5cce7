import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Api, documentsPath, isSettled } from "../harness/api.ts";
import type { Document } from "../harness/resources.ts";
import { until } from "../harness/until.ts";
import { Cluster } from "./cluster.ts";
import { type DependencyName, OwnStack } from "./own-stack.ts";
import { Users } from "./users.ts";

/** Two API and two worker processes on MariaDB, Redis, S3, Chroma and OpenSearch, which become unavailable in turn. */
let stack: OwnStack;
let cluster: Cluster;

beforeAll(async () => {
  stack = await OwnStack.start();
  cluster = await Cluster.start({ apis: 2, workers: 2 }, stack.environment);
}, 300_000);

afterEach(({ task }) => {
  if (task.result?.state === "fail") console.error(cluster.logs);
});

afterAll(async () => {
  await cluster?.close();
  await stack?.close();
}, 120_000);

const UPLOADS = 50;
const AWAY_MS = 3_000;

type Outage = (name: DependencyName) => Promise<void>;

const killed: Outage = async (name) => {
  const { server } = stack.dependency(name);
  await server.kill();
  await sleep(AWAY_MS);
  await server.start();
};

const hung: Outage = async (name) => {
  const { proxy } = stack.dependency(name);
  proxy.hang();
  await sleep(2 * AWAY_MS);
  proxy.resume();
};

const cut: Outage = async (name) => {
  for (let times = 0; times < 5; times++) {
    stack.dependency(name).proxy.cut();
    await sleep(AWAY_MS / 5);
  }
};

/**
 * Uploads and queries continuously. The dependency becomes unavailable in the middle; in the end all documents must be
 * found.
 */
const throughOutage = async (name: DependencyName, outage: Outage): Promise<void> => {
  const users = new Users(cluster);
  const collection = `faults_${name}_${outage.name}`;
  await cluster.apis[0]!.api.createCollection(collection, { default_search_mode: "keyword" });
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      await users.query(collection, { query: "heron", search_mode: "hybrid" });
      await sleep(200);
    }
  })();
  const uploading = (async () => {
    const documents: Document[] = [];
    for (let number = 0; number < UPLOADS; number++) {
      documents.push(await users.upload(collection, `n${number}.txt`, textOf(collection, number)));
    }
    return documents;
  })();
  await sleep(1_000);
  await outage(name);
  const documents = await uploading;
  await everyoneReady(users, collection, documents);
  isOver = true;
  await asking;
  expect(new Set(documents.map(({ id }) => id)).size).toBe(UPLOADS);
  for (const number of [0, 17, UPLOADS - 1]) {
    const query = { query: tokenOf(collection, number), search_mode: "keyword", top_k: 3 };
    const answer = await users.query(collection, query);
    expect(answer.results.map(({ document_id }) => document_id)).toContain(documents[number]!.id);
  }
  // Texts that differ only in a number have nearly equal vectors: a query for all of them must return every one.
  const all = await users.query(collection, { query: "heron", search_mode: "semantic", top_k: UPLOADS });
  expect(all.results.map(({ document_id }) => document_id).sort()).toEqual(documents.map(({ id }) => id).sort());
  expect(users.complaints).toEqual([]);
  for (const { role, process } of cluster.members) expect([role, process.isRunning]).toEqual([role, true]);
};

const tokenOf = (collection: string, number: number): string => `token${collection.replaceAll("_", "")}x${number}`;

const textOf = (collection: string, number: number): string =>
  `The heron number ${number} stands in the river. Its name is ${tokenOf(collection, number)}.`;

const everyoneReady = async (users: Users, collection: string, documents: readonly Document[]): Promise<void> => {
  let last: readonly Document[] = [];
  await until(
    () => `all documents to be ready; they are ${JSON.stringify(countBy(last))}`,
    async () => {
      const page = await users.get<{ documents: Document[]; total: number }>(`${documentsPath(collection)}?limit=1000`);
      last = page.documents;
      return last.length >= documents.length && last.every(({ status }) => isSettled(status)) ? last : undefined;
    },
    240_000,
  );
  expect(last.filter(({ status }) => status !== "ready").map((failed) => failed.error_message)).toEqual([]);
  expect(last.map(({ id }) => id).sort()).toEqual(documents.map(({ id }) => id).sort());
};

const countBy = (documents: readonly Document[]): Record<string, number> =>
  Object.fromEntries(
    Map.groupBy(documents, ({ status }) => status)
      .entries()
      .map(([status, all]) => [status, all.length]),
  );

describe("no data is lost while a dependency is unavailable", () => {
  test.each(["database", "redis", "vectors", "words"] as const)("%s: killed and restarted", (name) =>
    throughOutage(name, killed),
  );
  test.each(["database", "redis", "files", "vectors"] as const)("%s: hangs", (name) => throughOutage(name, hung));
  test.each(["database", "redis", "files", "vectors"] as const)("%s: connections are cut", (name) =>
    throughOutage(name, cut),
  );
});

const readyAgain = (api: Api): Promise<true> =>
  until("readiness to recover", async () =>
    (await api.call("GET", "/health/ready", { token: null })).status === 200 ? true : undefined,
  );

describe("readiness", () => {
  const FIELDS = { database: "database", files: "database", vectors: "vector_store", redis: "cache" } as const;
  test.each(Object.entries(FIELDS))("is degraded while %s hangs, and recovers afterwards", async (name, field) => {
    const { proxy } = stack.dependency(name as DependencyName);
    const [{ api }] = [cluster.apis[0]!];
    const ready = async () => await api.call<Record<string, unknown>>("GET", "/health/ready", { token: null });
    // Connections broken by the previous outage are reopened on use.
    await readyAgain(api);
    proxy.hang();
    try {
      const away = await ready();
      expect(away.status).toBe(503);
      expect(away.body).toMatchObject({ status: "degraded", [field]: false });
      expect((await api.call("GET", "/health", { token: null })).status).toBe(200);
    } finally {
      proxy.resume();
    }
    await readyAgain(api);
    await readyAgain(cluster.workers[0]!.api);
  });
});
