import { mkdtempSync, writeFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProviderServer, startOpenAiServer } from "@quarry/provider-servers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { libraryFile } from "../fixtures/library.ts";
import { TestServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { codeOf } from "./blocks.ts";
import { Shell } from "./shell.ts";

/** Commands of the guides, run exactly as written. The guides' `milvus` is a second embedded store here. */
const folder = mkdtempSync(join(tmpdir(), "quarry-guides-"));
let openai: ProviderServer;
let server: TestServer;
let shell: Shell;

beforeAll(async () => {
  openai = await startOpenAiServer({ keys: ["sk-your-key"] });
  const config = join(folder, "quarry.config.jsonc");
  const [formats] = codeOf("guides/formats.md", "jsonc");
  const stores = JSON.stringify({ milvus: { plugin: "@quarry/vector-embedded" } });
  writeFileSync(config, formats!.replace("{", `{ "vectorStores": ${stores},`));
  server = await TestServer.start({ SERVICE_CONFIG: config, OPENAI_BASE_URL: `${openai.url}/v1` });
});

afterAll(async () => {
  await server.dispose();
  await openai.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  shell = await Shell.open(server);
});

afterEach(async () => {
  await server.api.call("DELETE", "/v1/collections/manuals");
  await shell[Symbol.asyncDispose]();
});

const withDocument = async (): Promise<string> => {
  await server.api.createCollection("manuals");
  const { id } = await server.api.ingest({ collection: "manuals", filename: "a.txt", bytes: "A text about herons." });
  return id;
};

test("the quickstart ingests its files and finds passages in them", async () => {
  const output = await shell.run(codeOf("quickstart.md", "sh"));
  expect(output).toContain('"status":"completed"');
  expect(output).toMatch(/"filename":"quarry-handbook\.pdf"/);
  expect(output).toMatch(/^ready +library\/operators-guide\.docx {2}\d+ chunks$/m);
  expect(output).toMatch(/^ 1\. 0\.\d{3} {2}quarry-handbook\.pdf, page \d+/m);
  const [program] = codeOf("quickstart.md", "ts");
  expect(await shell.runProgram(program!)).toMatch(/^0\.\d{3} quarry-handbook\.pdf \S/m);
  await server.api.call("DELETE", "/v1/collections/library");
});

test("the progress guide follows a document to 100 %", async () => {
  const DOCUMENT = await withDocument();
  expect(await shell.run(codeOf("guides/progress.md", "sh"), { DOCUMENT })).toContain('"progress":100');
});

test("the access key guide creates, lists and revokes a key, and hashes one for the config file", async () => {
  const [making, listing, hashing] = codeOf("guides/access-keys.md", "sh");
  const { key } = JSON.parse(await shell.run([making!])) as { key: string };
  const statusWith = async () => (await server.api.call("GET", "/v1/collections", { token: key })).status;
  expect(await statusWith()).toBe(200);
  const listed = await shell.run([listing!]);
  expect(listed).toMatch(/"name":"dashboard"[^]*Key 'dashboard' revoked/);
  expect(listed).not.toContain(key);
  expect(await statusWith()).toBe(401);
  expect(await shell.run([hashing!])).toMatch(/^[0-9a-f]{64} /);
});

describe("the backup guide", () => {
  const [exporting, importing, piping] = codeOf("guides/backup.md", "sh");

  test("exports a collection to a file and imports it", async () => {
    await withDocument();
    await shell.run([exporting!]);
    await server.api.call("DELETE", "/v1/collections/manuals");
    expect(await shell.run([importing!])).toContain('"name":"manuals"');
    const page = await server.api.expect<{ total: number }>(200, "GET", "/v1/collections/manuals/documents");
    expect(page.total).toBe(1);
  });

  test("copies a collection from one service to another", async () => {
    await withDocument();
    const other = await TestServer.start();
    const variables = {
      LAPTOP: server.api.address,
      CLUSTER: other.api.address,
      CLUSTER_AUTH: "Authorization: Bearer a-secret-for-tests-only",
    };
    try {
      expect(await shell.run([piping!], variables)).toContain('"document_count":1');
    } finally {
      await other.dispose();
    }
  });
});

test("the guide to keeping documents replaces a document under its external id and patches it", async () => {
  await server.api.createCollection("manuals");
  const [uploading, patching] = codeOf("guides/keeping-documents.md", "sh");
  const { id: ID } = JSON.parse(await shell.run([uploading!])) as { id: string };
  await server.api.settled("manuals", ID);
  expect(await shell.run([uploading!])).toContain(`"id":"${ID}"`);
  expect(await shell.run([patching!], { ID })).toMatch(/"filename":"ferries\.md"[^]*"metadata":\{"team":"docs"\}/);
});

test("the page guide returns a page, its image, the whole text, Markdown and tables", async () => {
  await server.api.createCollection("manuals");
  const { filename, bytes } = await libraryFile("quarry-handbook.pdf");
  const { id: ID } = await server.api.ingest({ collection: "manuals", filename, bytes });
  const [page, picture, text, markdown, tables, csv] = codeOf("guides/pages-of-documents.md", "sh");
  const [shown, table] = codeOf("guides/pages-of-documents.md", "json").map((json) => JSON.parse(json) as object);
  const [beginning] = (shown as { text: string }).text.split("…");
  const reported = JSON.parse(await shell.run([page!], { ID })) as { text: string };
  expect({ ...reported, text: reported.text.slice(0, beginning!.length) }).toEqual({ ...shown, text: beginning });
  await shell.run([picture!], { ID });
  expect((await readFile(join(shell.folder, "page.webp"))).subarray(8, 12).toString()).toBe("WEBP");
  expect(await shell.run([text!], { ID })).toContain(reported.text);
  expect(await shell.run([markdown!], { ID })).toContain("<!-- page 12 -->");
  const guide = await server.api.ingest({ collection: "manuals", ...(await libraryFile("operators-guide.docx")) });
  expect(JSON.parse(await shell.run([tables!], { ID: guide.id }))).toEqual(table);
  await shell.run([csv!], { ID: guide.id });
  expect(await readFile(join(shell.folder, "table.csv"), "utf8")).toMatch(/^Resource,For a trial,/);
});

test("the format guide lists the file types and ingests a mail with its attachment", async () => {
  await server.api.createCollection("manuals");
  const [types, mail] = codeOf("guides/formats.md", "sh");
  const { file_types } = JSON.parse(await shell.run([types!])) as { file_types: { extension: string }[] };
  const read = file_types.map(({ extension }) => extension);
  for (const type of ["epub", "eml", "odt", "ods", "odp", "odg", "rtf"]) expect(read).toContain(type);
  const output = await shell.run([mail!]);
  expect(output).toContain('"from":"ann@pumps.example"');
  const [, id] = /"attachments":\[\{"document_id":"([0-9a-f-]{36})","filename":"prices.csv"\}\]/.exec(output)!;
  expect(output).toMatch(new RegExp(`"id":"${id}"[^]*"parent_id":"[0-9a-f-]{36}"`));
});

test("the direct vector guide upserts, reads, updates, searches and deletes vectors", async () => {
  const [helper, making, writing, reading, changing, deleting, searching] = codeOf("guides/direct-vectors.md", "sh");
  // The search runs before the deletion.
  const output = await shell.run([helper!, making!, writing!, reading!, changing!, searching!, deleting!]);
  expect(output).toContain('"upserted":3');
  expect(output).toMatch(
    /"vectors":\[{"id":"a"[^]*"id":"b"[^]*"next_cursor":null[^]*"count":1[^]*"updated":1[^]*"updated":2/,
  );
  expect(output).toMatch(/"results":\[{"id":"a"[^]*"results":\[{"id":"a"[^]*"results":\[{"id":"c"/);
  expect(output).toMatch(
    /"deleted":1[^]*"deleted":0,"matched":1[^]*"deleted":0,"matched":0[^]*"deleted":2,"matched":2/,
  );
  await server.api.expect(200, "DELETE", "/v1/collections/notes");
});

test("the guide to texts and pages creates documents from a text, chunks and a page", async () => {
  await server.api.createCollection("manuals");
  const [text] = codeOf("guides/texts-and-pages.md", "sh");
  expect(await shell.run([text!])).toContain('"status":"pending"');
  for (const body of codeOf("guides/texts-and-pages.md", "json")) {
    await server.api.expect(201, "POST", "/v1/collections/manuals/documents", { json: JSON.parse(body) as object });
  }
});

test("the access guide restricts documents by a filtered key and a signed user token", async () => {
  await server.api.createCollection("manuals");
  const [uploading, key, signing, trying] = codeOf("guides/who-may-see-what.md", "sh");
  const { id } = JSON.parse(await shell.run([uploading!])) as { id: string };
  await server.api.settled("manuals", id);
  expect(JSON.parse(await shell.run([key!]))).toMatchObject({ name: "staff-bot", filter: { acl: "group:staff" } });
  const { key: secret } = JSON.parse(await shell.run([signing!])) as { key: string };
  expect(await shell.run([trying!], { QUARRY_SIGNING_SECRET: secret })).toContain("quarry-handbook.pdf");
  const [program] = codeOf("guides/who-may-see-what.md", "js");
  const token = (await shell.runProgram(program!, { QUARRY_SIGNING_SECRET: secret })).trim();
  const [filters] = codeOf("guides/who-may-see-what.md", "json");
  const seen = (requested: string) =>
    server.api.call("GET", `/v1/collections/manuals/documents/${id}`, { token: requested });
  expect((await seen(token)).status).toBe(200);
  expect((await server.api.call("GET", "/v1/collections/manuals/stats", { token })).status).toBe(403);
  const json = { query: "notice period", filters: JSON.parse(filters!) as object };
  const answer = await server.api.expect<{ total: number }>(200, "POST", "/v1/collections/manuals/query", { json });
  expect(answer.total).toBeGreaterThan(0);
});

test("the guide to changing models switches the model and the store, and rolls back", async () => {
  await withDocument();
  const [model, store, following, going] = codeOf("guides/changing-models.md", "sh");
  const changes = "/v1/collections/manuals/changes";
  const switched = (number: number) =>
    until(`change ${number} to switch`, async () => {
      const page = await server.api.expect<{ total: number; changes: { id: string; state: string }[] }>(
        ...([200, "GET", changes] as const),
      );
      const [last] = page.changes;
      return page.changes.length === number && last?.state === "switched" ? last.id : undefined;
    });
  expect(await shell.run([model!])).toContain('"embedding_model":"text-embedding-3-large"');
  await switched(1);
  expect(await shell.run([store!])).toMatch(/"milvus"[^]*"kind":"store"/);
  const CHANGE = await switched(2);
  expect(await shell.run([following!], { CHANGE })).toContain('"state":"switched"');
  // The change has switched, so the first command is too late and the second is not.
  expect(await shell.run([going!], { CHANGE })).toMatch(/"detail":[^]*"rollback_of":"/);
});

test("the webhook guide registers a webhook, reads and redelivers its deliveries, and deactivates it", async () => {
  await server.api.createCollection("manuals");
  const [registering, asking] = codeOf("guides/webhooks.md", "sh");
  const WEBHOOK = (JSON.parse(await shell.run([registering!])) as { id: string }).id;
  const test = await server.api.expect<{ delivery_id: string }>(200, "POST", `/v1/admin/webhooks/${WEBHOOK}/test`);
  const answers = await shell.run([asking!], { WEBHOOK, DELIVERY: test.delivery_id });
  expect(answers).toContain('"webhook.test"');
  // No server listens on this port, so the delivery is retried for minutes.
  expect(answers).toMatch(/"detail":"delivery [^}]* is pending/);
  expect(answers).toContain('"active":false');
});

test("the job guide lists a failed job and requeues it", async () => {
  await server.api.createCollection("manuals");
  const { id } = await server.api.ingest({ collection: "manuals", filename: "empty.txt", bytes: "" });
  const [looking, again] = codeOf("guides/jobs.md", "sh");
  const listed = await shell.run([looking!]);
  expect(listed).toContain(`"document_id":"${id}"`);
  const JOB = /"id":"(ingest:[^"]+)"/.exec(listed)![1]!;
  expect(await shell.run([again!], { JOB })).toContain(`"document_id":"${id}"`);
});

test("the provider guide creates each of its collections", async () => {
  for (const body of codeOf("guides/providers.md", "json")) {
    await server.api.expect(201, "POST", "/v1/collections", { json: JSON.parse(body) as object });
    await server.api.expect(200, "DELETE", "/v1/collections/manuals");
  }
});
