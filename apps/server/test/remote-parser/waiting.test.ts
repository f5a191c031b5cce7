import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { DataFolder } from "../harness/data-folder.ts";
import { TestServer } from "../harness/test-server.ts";

const ANSWER = `<html><head><title>Pump</title></head><body><div class="page"><p>first page</p></div>
  <div class="page"><h1>Seals</h1><p>The zirconium seal lasts longest.</p></div></body></html>`;

let server: TestServer | undefined;

afterEach(() => server?.dispose());

/** Starts a stand-in for Tika that is busy for the first requests. */
const startService = async (busyFor: number) => {
  const statuses: number[] = [];
  const service = createServer((request, response) => {
    request.resume().on("end", () => {
      const status = statuses.length < busyFor ? 503 : 200;
      statuses.push(status);
      response.writeHead(status).end(status === 200 ? ANSWER : "");
    });
  }).listen(0, "127.0.0.1");
  await once(service, "listening");
  return { statuses, url: `http://127.0.0.1:${(service.address() as AddressInfo).port}`, close: () => service.close() };
};

test("a document waits for a busy parsing service and is ready after its response", async () => {
  const service = await startService(2);
  try {
    const folder = await DataFolder.make();
    const config = folder.file("quarry.config.json");
    const parser = { plugin: "@quarry/parser-remote", settings: { protocol: "tika", url: service.url } };
    writeFileSync(config, JSON.stringify({ parsers: { pdf: parser } }));
    server = await TestServer.start({ SERVICE_CONFIG: config }, folder);
    const { api } = server;
    await api.createCollection("library");
    const bytes = "%PDF-1.7 whatever the service makes of it";
    const document = await api.ingest({ collection: "library", filename: "pump.pdf", bytes });
    expect(document).toMatchObject({ status: "ready", error_message: null });
    expect(service.statuses).toEqual([503, 503, 200]);
    const { results } = await api.query("library", { query: "zirconium", search_mode: "keyword" });
    expect(results[0]!.metadata).toMatchObject({ filename: "pump.pdf", page: 2, section: ["Seals"] });
  } finally {
    service.close();
  }
});
