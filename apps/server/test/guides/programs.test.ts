import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { DataFolder } from "../harness/data-folder.ts";
import { TestServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { createWebhook } from "../webhooks/resources.ts";
import { codeOf } from "./blocks.ts";

const RETRIES_MS = 180_000;

/** Returns a program of docs/guides, exactly as written there. */
const programOf = (guide: string, language: string): string => codeOf(`guides/${guide}.md`, language)[0]!;

/** Running server, with a program of a guide. */
class Guided implements AsyncDisposable {
  readonly server: TestServer;
  readonly folder: DataFolder;
  readonly #children: ChildProcess[] = [];

  private constructor(server: TestServer, folder: DataFolder) {
    this.server = server;
    this.folder = folder;
  }

  static async start(environment: Readonly<Record<string, string>> = {}, input?: DataFolder): Promise<Guided> {
    const folder = input ?? (await DataFolder.make());
    return new Guided(await TestServer.start(environment), folder);
  }

  /** Starts the program; `output` grows with what it prints. */
  async run(code: string, environment: Readonly<Record<string, string>>, ...words: readonly string[]) {
    const file = this.folder.file("guide.mjs");
    await writeFile(file, code);
    const child = spawn(process.execPath, [file, ...words], {
      env: { PATH: process.env["PATH"], ...environment },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#children.push(child);
    const program = { output: "", ended: once(child, "exit") };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (program.output += text));
    return program;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children) child.kill();
    await this.server.dispose();
    await this.folder.remove();
  }
}

test("the webhook receiver accepts correctly signed deliveries and rejects others", async () => {
  await using guided = await Guided.start();
  const { api } = guided.server;
  await api.createCollection("manuals");
  // The port is known once it listens, the secret once it is registered: it is started twice.
  const code = programOf("webhooks", "js");
  const first = await guided.run(code, { PORT: "0", WEBHOOK_SECRET: "none yet" });
  const port = await until("the receiver to listen", () => /listening on (\d+)/.exec(first.output)?.[1]);
  const { id, secret } = await createWebhook(api, { url: `http://localhost:${port}/quarry` });
  const document = await api.ingest({ collection: "manuals", filename: "a.txt", bytes: "A text about herons." });
  await until("the wrong secret to be noticed", async () => {
    const page = await api.expect<{ deliveries: { error: string | null }[] }>(
      200,
      "GET",
      `/v1/admin/webhooks/${id}/deliveries`,
    );
    return page.deliveries.some(({ error }) => error === "the receiver answered 401") ? true : undefined;
  });
  expect(first.output).not.toContain(document.id);
  const second = await guided.run(code, { PORT: "0", WEBHOOK_SECRET: secret });
  const secondPort = await until("the receiver to listen", () => /listening on (\d+)/.exec(second.output)?.[1]);
  const json = { url: `http://localhost:${secondPort}/quarry` };
  await api.expect(200, "PUT", `/v1/admin/webhooks/${id}`, { json });
  await until(
    "both events",
    () => {
      const reported = second.output.split("\n").filter((line) => line.includes(document.id));
      const events = reported.map((line) => line.split(" ")[0]);
      return events.join() === "document.processing,document.ready" ? true : undefined;
      // If the start was slow and the second attempt was refused too, the third comes half a minute later.
    },
    RETRIES_MS,
  );
});

test("the sample delivery has the fields of a real delivery", async () => {
  await using guided = await Guided.start();
  const { api } = guided.server;
  await api.createCollection("manuals");
  const { id } = await createWebhook(api, { url: "http://localhost:9/quarry", events: ["document.ready"] });
  await api.ingest({ collection: "manuals", filename: "a.txt", bytes: "A text about herons." });
  const payload = await until("a delivery", async () => {
    const path = `/v1/admin/webhooks/${id}/deliveries`;
    const page = await api.expect<{ deliveries: { payload: Record<string, unknown> }[] }>(200, "GET", path);
    return page.deliveries[0]?.payload;
  });
  const sample = JSON.parse(programOf("webhooks", "json")) as Record<string, unknown>;
  expect(Object.keys(sample).sort()).toEqual(Object.keys(payload).sort());
  expect(payload).toMatchObject({ event: sample["event"], collection: sample["collection"], status: sample["status"] });
});

test("the progress stream reader prints the progress and exits", async () => {
  await using guided = await Guided.start();
  const { api } = guided.server;
  await api.createCollection("manuals");
  const { id } = await api.upload({ collection: "manuals", filename: "a.txt", bytes: "A text about herons." });
  const environment = { QUARRY: api.address, QUARRY_SECRET: "a-secret-for-tests-only" };
  const reader = await guided.run(programOf("progress", "js"), environment, "manuals", id);
  expect(await reader.ended).toEqual([0, null]);
  expect(reader.output).toMatch(/^100 % complete: ready: 1 chunk/m);
});

test("the access key config is valid, and its keys have the permissions that the guide states", async () => {
  const folder = await DataFolder.make();
  const file = folder.file("quarry.config.jsonc");
  let number = 0;
  const digest = () =>
    createHash("sha256")
      .update(`key-${(number += 1)}`)
      .digest("hex");
  await writeFile(file, programOf("access-keys", "jsonc").replaceAll("<64 hex digits>", digest));
  await using guided = await Guided.start({ SERVICE_CONFIG: file }, folder);
  const { api } = guided.server;
  await api.createCollection("manuals");
  await api.createCollection("others");
  const status = async (method: string, path: string, token: string) =>
    (await api.call(method, path, { token, json: { query: "herons" } })).status;
  expect(await status("POST", "/v1/collections/manuals/query", "key-1")).toBe(200);
  expect(await status("POST", "/v1/collections/others/query", "key-1")).toBe(403);
  expect(await status("DELETE", "/v1/collections/others/documents/x", "key-1")).toBe(403);
  expect(await status("DELETE", "/v1/collections/others/documents/x", "key-2")).toBe(404);
  expect(await status("DELETE", "/v1/collections/others", "key-2")).toBe(403);
});
