import { cp, mkdir, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DataFolder } from "../harness/data-folder.ts";
import type { QueryAnswer } from "../harness/resources.ts";
import { ServerProcess } from "../harness/server-process.ts";
import { mariadbFolderChroma } from "../harness/stacks/shared-servers.ts";
import type { Stack } from "../harness/stacks/stack.ts";
import { TestServer } from "../harness/test-server.ts";
import { tokenizer, weights } from "./tiny-static-model.ts";

const NAME = "mine";
const MODELS = "/v1/admin/models";
const PASSAGES = ["The warranty covers the pump.", "The glacier moves downhill."];

let shared: DataFolder;
let stack: Stack;
const members: TestServer[] = [];

/** Returns the settings of a process with this role. */
const environmentOf = (role: "api" | "worker", embedder: string) => ({
  ...stack.environment,
  SERVICE_CONFIG: shared.file("cluster.config.json"),
  SERVICE_ROLE: role,
  SERVICE_EMBEDDER: embedder,
});

/** Starts a process with its own data folder, which contains the model. */
const startMember = async (role: "api" | "worker"): Promise<TestServer> => {
  const folder = await DataFolder.make();
  await mkdir(folder.file("models"), { recursive: true });
  await cp(shared.file("model"), folder.file("models", NAME), { recursive: true });
  const member = await TestServer.start(environmentOf(role, NAME), folder);
  members.push(member);
  return member;
};

beforeAll(async () => {
  shared = await DataFolder.make();
  stack = await mariadbFolderChroma(shared.path);
  await writeFile(shared.file("cluster.config.json"), JSON.stringify(stack.configuration));
  await mkdir(shared.file("model"));
  await writeFile(shared.file("model", "tokenizer.json"), tokenizer);
  await writeFile(shared.file("model", "model.safetensors"), weights);
}, 240_000);

afterAll(async () => {
  await Promise.all(members.map((member) => member.dispose()));
  await stack?.dispose();
  await shared?.remove();
}, 240_000);

test("each process loads the model of SERVICE_EMBEDDER; model changes over the API return 409", async () => {
  const [{ api }] = await Promise.all([startMember("api"), startMember("worker")]);
  const collection = await api.createCollection("manuals");
  expect(collection).toMatchObject({ embedding_provider: NAME });
  for (const bytes of PASSAGES) {
    const document = await api.ingest({ collection: "manuals", filename: `${bytes.length}.txt`, bytes }, 240_000);
    expect(document).toMatchObject({ status: "ready", error_message: null });
  }
  const { results } = await api.expect<QueryAnswer>(200, "POST", "/v1/collections/manuals/query", {
    json: { query: "warranty of the pump", search_mode: "semantic" },
  });
  expect(results[0]?.text).toBe(PASSAGES[0]);
  for (const call of [`${NAME}/prepare`, `${NAME}/use`, "rollback"]) {
    const refused = await api.call("POST", `${MODELS}/${call}`, { json: {} });
    expect([call, refused.status, refused.body.detail]).toEqual([
      call,
      409,
      "several processes may work on this service's database, and each needs the model: name it in the config file of each",
    ]);
  }
});

test("a process without the model of SERVICE_EMBEDDER does not start", async () => {
  const folder = await DataFolder.make();
  const child = new ServerProcess({
    ...environmentOf("worker", "nonsense"),
    SERVICE_DATA_DIR: folder.path,
    SERVICE_API_SECRET: "a-secret-for-tests-only",
  });
  const ended = await child.ended();
  expect([ended.code, child.stderr]).toEqual([
    1,
    expect.stringMatching(/SERVICE_EMBEDDER: "nonsense" is neither a folder/),
  ]);
  await folder.remove();
});
