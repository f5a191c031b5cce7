import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeTinyModel } from "@quarry/onnx/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DataFolder } from "../harness/data-folder.ts";
import { TestServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";

let server: TestServer;
/** Folder of a model whose weights are invalid. */
let models: string;

beforeAll(async () => {
  const folder = await DataFolder.make();
  models = join(folder.path, "models");
  await writeTinyModel(join(models, "torn"), { kind: "embedder", file: "onnx/model.onnx" });
  await writeFile(join(models, "torn", "onnx", "model.onnx"), "torn");
  const embedder = (name: string) => ({
    plugin: "@quarry/embedder-onnx",
    settings: { model: join(models, name), dimension: 8 },
  });
  const config = join(folder.path, "quarry.config.json");
  await writeFile(config, JSON.stringify({ embedders: { gone: embedder("gone"), torn: embedder("torn") } }));
  server = await TestServer.start({ SERVICE_CONFIG: config }, folder);
});

afterAll(() => server?.dispose());

test.each(["gone", "torn"])(
  "a local model that is %s is reported without its path; the log contains the path",
  async (name) => {
    const { api } = server;
    await api.createCollection(name, { embedding_provider: name, embedding_model: name, dimension: 8 });
    const query = { query: "herons", search_mode: "semantic" };
    const { status, body } = await api.call<{ detail: string }>("POST", `/v1/collections/${name}/query`, {
      json: query,
    });
    expect(status).toBe(500);
    expect(body.detail).toMatch(/model/);
    expect(body.detail).not.toContain(models);
    expect(body.detail).not.toMatch(/(?<!…)\/\w+\//);
    const { error_message } = await api.ingest({ collection: name, filename: "a.txt", bytes: "Herons wait for fish." });
    expect(error_message).toMatch(/model/);
    expect(error_message).not.toContain(models);
    await until("the log to tell where it lies", () =>
      server.process.log.find(({ msg }) => msg?.includes(join(models, name)) === true),
    );
  },
);
