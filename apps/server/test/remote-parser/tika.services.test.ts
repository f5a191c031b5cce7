import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { addressOf } from "@quarry/services";
import { afterEach, expect, test } from "vitest";
import { TestServer } from "../harness/test-server.ts";

const CONFIG = fileURLToPath(new URL("../../../../examples/remote-parser/quarry.config.jsonc", import.meta.url));
const HANDBOOK = readFileSync(new URL("../../demo/library/quarry-handbook.pdf", import.meta.url));

let server: TestServer | undefined;

afterEach(() => server?.dispose());

test("the example reads PDFs with Tika, and its passages have pages", async () => {
  expect(readFileSync(CONFIG, "utf8")).toContain(addressOf("tika"));
  server = await TestServer.start({ SERVICE_CONFIG: CONFIG });
  const { api } = server;
  await api.createCollection("library");
  const document = await api.ingest({ collection: "library", filename: "handbook.pdf", bytes: HANDBOOK });
  expect(document).toMatchObject({ status: "ready", error_message: null });
  const answer = await api.query("library", {
    query: "deleted document gone from every answer",
    search_mode: "keyword",
    top_k: 3,
  });
  expect(answer.results[0]!.metadata).toMatchObject({ filename: "handbook.pdf", file_type: "pdf" });
  expect(answer.results[0]!.metadata.page).toBeGreaterThan(1);
});
