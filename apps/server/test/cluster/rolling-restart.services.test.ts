import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { documentsPath } from "../harness/api.ts";
import { DataFolder } from "../harness/data-folder.ts";
import type { Chunk, Document } from "../harness/resources.ts";
import { until } from "../harness/until.ts";
import { mariadbFolderChroma } from "../harness/stacks/shared-servers.ts";
import type { Stack } from "../harness/stacks/stack.ts";
import { writeFile } from "node:fs/promises";
import { Cluster } from "./cluster.ts";
import { Users } from "./users.ts";

let folder: DataFolder;
let stack: Stack;
let cluster: Cluster;

beforeAll(async () => {
  folder = await DataFolder.make();
  stack = await mariadbFolderChroma(folder.path);
  const config = folder.file("cluster.config.json");
  await writeFile(config, JSON.stringify(stack.configuration));
  cluster = await Cluster.start({ apis: 2, workers: 2 }, { ...stack.environment, SERVICE_CONFIG: config });
}, 300_000);

afterEach(({ task }) => {
  if (task.result?.state === "fail") console.error(cluster.logs);
});

afterAll(async () => {
  await cluster?.close();
  await stack?.dispose();
  await folder?.remove();
}, 120_000);

const everyoneReady = async (users: Users, collection: string, documents: readonly Document[]): Promise<void> => {
  let states = "";
  const settled = await until(
    () => `all documents to be ready: ${states}`,
    async () => {
      const page = await users.get<{ documents: Document[] }>(`${documentsPath(collection)}?limit=1000`);
      states = page.documents.map(({ status }) => status).join(" ");
      return page.documents.every(({ status }) => status === "ready") && page.documents.length >= documents.length
        ? page.documents
        : undefined;
    },
    240_000,
  );
  expect(settled.map(({ id }) => id).sort()).toEqual(documents.map(({ id }) => id).sort());
};

test("a rolling restart under load loses nothing, and retries complete every request", async () => {
  const users = new Users(cluster);
  await cluster.apis[0]!.api.createCollection("rolling");
  let isOver = false;
  const documents: Document[] = [];
  const uploading = (async () => {
    for (let number = 0; !isOver; number++) {
      documents.push(await users.upload("rolling", `n${number}.txt`, `Wagtail number ${number} runs along the shore.`));
      await sleep(100);
    }
  })();
  const asking = (async () => {
    while (!isOver) {
      await users.query("rolling", { query: "wagtail", search_mode: "hybrid" });
      await sleep(50);
    }
  })();
  try {
    for (const member of cluster.members) {
      await sleep(500);
      await member.restart();
    }
  } finally {
    isOver = true;
  }
  await Promise.all([uploading, asking]);
  await everyoneReady(users, "rolling", documents);
  expect(users.complaints).toEqual([]);
});

test("a killed worker's documents are processed by the other worker", async () => {
  const users = new Users(cluster);
  await cluster.apis[0]!.api.createCollection("killed");
  const documents: Document[] = [];
  for (let number = 0; number < 20; number++) {
    documents.push(await users.upload("killed", `n${number}.txt`, `Dipper number ${number} dives in the brook.`));
    if (number === 10) await cluster.workers[0]!.process.kill();
  }
  await everyoneReady(users, "killed", documents);
  await cluster.workers[0]!.restart();
});

test("a worker that was paused past its leases writes nothing when it resumes", async () => {
  const users = new Users(cluster);
  await cluster.apis[0]!.api.createCollection("paused");
  const [first, second] = cluster.workers;
  second!.process.signal("SIGSTOP");
  const long = Array.from({ length: 400 }, (_, line) => `Line ${line} tells of the kingfisher at the weir.`).join(
    "\n\n",
  );
  const documents: Document[] = [];
  for (let number = 0; number < 6; number++) documents.push(await users.upload("paused", `n${number}.txt`, long));
  await until("the first worker to be at work", async () => {
    const page = await users.get<{ documents: Document[] }>(documentsPath("paused"));
    return page.documents.some(({ status }) => status === "processing") ? true : undefined;
  });
  first!.process.signal("SIGSTOP");
  second!.process.signal("SIGCONT");
  // The other worker takes over all documents once the leases of the paused one have expired.
  await everyoneReady(users, "paused", documents);
  const before = await chunksOf(users, documents);
  first!.process.signal("SIGCONT");
  await until("the woken worker to answer", async () =>
    (await first!.api.call("GET", "/health", { token: null })).status === 200 ? true : undefined,
  );
  // The paused worker resumes: it processes a new document, or the other does once it has noticed that it lost its
  // leases.
  const last = await users.upload("paused", "last.txt", long);
  await everyoneReady(users, "paused", [...documents, last]);
  expect(await chunksOf(users, documents)).toEqual(before);
}, 300_000);

const chunksOf = (users: Users, documents: readonly Document[]): Promise<readonly (readonly string[])[]> =>
  Promise.all(
    documents.map(async ({ id }) => {
      const { chunks } = await users.get<{ chunks: Chunk[] }>(`${documentsPath("paused", id)}/chunks`);
      return chunks.map((chunk) => chunk.id);
    }),
  );
