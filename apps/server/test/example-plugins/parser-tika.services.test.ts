import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { addressOf } from "@quarry/services";
import { afterEach, expect, test } from "vitest";
import { TestServer } from "../harness/test-server.ts";

const CONFIG = fileURLToPath(new URL("../../../../examples/plugins/parser-tika/quarry.config.jsonc", import.meta.url));
const RTF = String.raw`{\rtf1\ansi\pard The zirconium seal in Gr\'f6nland lasts nine years.\par}`;

let server: TestServer | undefined;

afterEach(() => server?.dispose());

test("a file type with a configured parser is accepted and found; an unconfigured type is rejected", async () => {
  expect(readFileSync(CONFIG, "utf8")).toContain(addressOf("tika"));
  server = await TestServer.start({ SERVICE_CONFIG: CONFIG });
  const { api } = server;
  await api.createCollection("library");
  const document = await api.ingest({ collection: "library", filename: "Seals.RTF", bytes: RTF });
  expect(document).toMatchObject({ status: "ready", file_type: "rtf", error_message: null });
  const { results } = await api.query("library", { query: "zirconium", search_mode: "keyword" });
  expect(results[0]!.text).toBe("The zirconium seal in Grönland lasts nine years.");
  expect(results[0]!.metadata).toMatchObject({ filename: "Seals.RTF", file_type: "rtf" });
  const file = await api.fetch("GET", `/v1/collections/library/documents/${document.id}/file`);
  expect(await file.text()).toBe(RTF);

  const wrong = await api.ingest({ collection: "library", filename: "seals.odt", bytes: RTF });
  expect(wrong).toMatchObject({ status: "failed", error_message: expect.stringContaining("an RTF document") });
  const refused = await api.tryUpload({ collection: "library", filename: "seals.wpd", bytes: RTF });
  expect(refused.status).toBe(400);
  expect(refused.body.detail).toMatch(
    /^file: must be one of \.pdf, .*\.gif, got "seals\.wpd"; also read here: .*\.epub, .*\.eml/,
  );
});
