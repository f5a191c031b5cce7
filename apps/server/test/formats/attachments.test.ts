import { writeFileSync } from "node:fs";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentsPath } from "../harness/api.ts";
import type { Document } from "../harness/resources.ts";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { changedArchive, entriesOf, exported, imported } from "../transfer/archive.ts";
import { mail } from "./mails.ts";

const config = join(mkdtempSync(join(tmpdir(), "quarry-mails-")), "quarry.config.json");
writeFileSync(config, JSON.stringify({ parsers: { eml: { plugin: "@quarry/parser-email" } } }));
const server = useServer({ SERVICE_CONFIG: config });

type Info = {
  readonly warnings: readonly string[];
  readonly attachments: readonly { readonly document_id: string; readonly filename: string }[];
};
type Detailed = Document & { readonly info: Info | null; readonly parent_id?: string; readonly content_hash: string };

const detailed = (collection: string, id: string): Promise<Detailed> =>
  server.api.expect<Detailed>(200, "GET", `${documentsPath(collection, id)}?info=true`);

const newest = async (collection: string, id: string): Promise<Detailed> => {
  await server.api.settled(collection, id);
  return detailed(collection, id);
};

/** Returns the attachments of a parent by file name, once all have settled. */
const attachmentsOf = async (collection: string, id: string): Promise<ReadonlyMap<string, Detailed>> => {
  const { info } = await newest(collection, id);
  const all = await Promise.all(
    (info?.attachments ?? []).map(({ document_id: attachment }) => newest(collection, attachment)),
  );
  return new Map(all.map((document) => [document.filename, document]));
};

let collections = 0;
const newCollection = async (): Promise<string> => {
  const name = `mails_${++collections}`;
  await server.api.createCollection(name);
  return name;
};

const FILES = [
  ["prices.csv", "Part,Price\nValve,12.50\n"],
  ["inner.eml", mail("Inner", "Inner words.", [["seal.txt", "Seals last two years."]])],
  ["tool.exe", "MZ"],
] as const;

const upload = (collection: string, bytes: string, metadata: Record<string, unknown> = { team: "north" }) =>
  server.api.ingest({ collection, filename: "mail.eml", bytes, metadata });

test("attachments of a mail, nested ones included, become documents; unreadable ones are listed in a warning", async () => {
  const collection = await newCollection();
  const parent = await upload(collection, mail("Outer", "Outer words.", FILES));
  expect(parent.status).toBe("ready");
  const { info } = await detailed(collection, parent.id);
  expect(info!.attachments.map(({ filename }) => filename)).toEqual(["prices.csv", "inner.eml"]);
  expect(info!.warnings).toEqual([expect.stringContaining("tool.exe")]);
  const children = await attachmentsOf(collection, parent.id);
  expect(children.get("prices.csv")).toMatchObject({
    status: "ready",
    parent_id: parent.id,
    metadata: { team: "north" },
  });
  const inner = children.get("inner.eml")!;
  const grandchildren = await attachmentsOf(collection, inner.id);
  expect(grandchildren.get("seal.txt")).toMatchObject({ status: "ready", parent_id: inner.id });
  expect(await detailed(collection, parent.id)).not.toHaveProperty("parent_id");

  const found = async (filters: object) => {
    const { results } = await server.api.query(collection, { query: "valve price seals words", filters, top_k: 20 });
    return [...new Set(results.map(({ metadata }) => String(metadata["filename"])))].sort();
  };
  expect(await found({ parent_id: parent.id })).toEqual(["inner.eml", "prices.csv"]);
  expect(await found({ from: "ann@pumps.example", subject: "Outer" })).toEqual(["mail.eml"]);
  expect(await found({ to: "bob@pumps.example" })).toEqual(["inner.eml", "mail.eml"]);
});

test("attachments at the third level are listed in a warning and not read", async () => {
  const collection = await newCollection();
  const third = mail("Third", "Third words.", [["deep.txt", "Deep words."]]);
  const second = mail("Second", "Second words.", [["third.eml", third]]);
  const parent = await upload(collection, mail("First", "First words.", [["second.eml", second]]));
  const child = (await attachmentsOf(collection, parent.id)).get("second.eml")!;
  const last = (await attachmentsOf(collection, child.id)).get("third.eml")!;
  expect(last.info!.attachments).toEqual([]);
  expect(last.info!.warnings).toEqual([expect.stringContaining("deep.txt")]);
});

test("reprocessing a mail preserves its attachment documents, replacement replaces them, deletion deletes them", async () => {
  const collection = await newCollection();
  const put = async (bytes: string): Promise<Document> => {
    const form = new FormData();
    form.set("external_id", "mail-1");
    form.set("on_conflict", "replace");
    form.set("file", new Blob([bytes]), "mail.eml");
    const { status, body, text } = await server.api.call<Document>("POST", documentsPath(collection), { body: form });
    expect([200, 201], text).toContain(status);
    const { id } = body;
    return server.api.settled(collection, id);
  };
  const parent = await put(
    mail("One", "One.", [
      ["a.txt", "Words of a."],
      ["b.txt", "Words of b."],
    ]),
  );
  const first = await attachmentsOf(collection, parent.id);
  const before = await server.api.documents(collection);
  await server.api.expect(200, "POST", `${documentsPath(collection, parent.id)}/reprocess`);
  await server.api.settled(collection, parent.id);
  const again = await server.api.documents(collection);
  expect(again.map(({ id, updated_at }) => [id, id === parent.id || updated_at]).sort()).toEqual(
    before.map(({ id, updated_at }) => [id, id === parent.id || updated_at]).sort(),
  );

  expect((await put(mail("Two", "Two.", [["a.txt", "Other words."]]))).id).toBe(parent.id);
  const second = await attachmentsOf(collection, parent.id);
  expect([...second.keys()]).toEqual(["a.txt"]);
  expect(second.get("a.txt")!.id).toBe(first.get("a.txt")!.id);
  expect(second.get("a.txt")!.content_hash).not.toBe(first.get("a.txt")!.content_hash);
  await server.api.expect(404, "GET", documentsPath(collection, first.get("b.txt")!.id));

  await server.api.deleteDocument(collection, parent.id);
  expect(await server.api.documents(collection)).toEqual([]);
});

test("changed metadata of a mail also applies to its attachments and their chunks", async () => {
  const collection = await newCollection();
  const parent = await upload(collection, mail("One", "One.", [["a.txt", "Words of a."]]));
  const { id } = (await attachmentsOf(collection, parent.id)).get("a.txt")!;
  const json = { metadata: { team: "south" } };
  await server.api.expect(200, "PATCH", documentsPath(collection, parent.id), { json });
  expect((await detailed(collection, id)).metadata).toEqual({ team: "south" });
  await until(
    () => "the file's chunks to say so",
    async () => {
      const chunks = await server.api.chunks(collection, id);
      return chunks.every(({ metadata }) => metadata["team"] === "south") ? true : undefined;
    },
  );
});

test("after kills during mail processing, each mail has every attachment exactly once, and none is orphaned", async () => {
  const collection = await newCollection();
  const sent = Array.from({ length: 8 }, (_, mailNumber) =>
    mail(`Mail ${mailNumber}`, "Words.", [
      ["a.txt", `Words of a ${mailNumber}.`],
      ["b.txt", `Words of b ${mailNumber}.`],
    ]),
  );
  const mails: Document[] = [];
  for (const [index, bytes] of sent.entries()) {
    mails.push(await server.api.upload({ collection, filename: `${index}.eml`, bytes }));
  }
  // Kills the server in the middle of the first run, and again as soon as the files of an attachment are visible.
  await server.current.kill();
  await server.current.startAgain();
  await until(
    () => "a file of a mail to be there",
    async () => ((await server.api.documents(collection)).length > mails.length ? true : undefined),
  );
  await server.current.kill();
  await server.current.startAgain();
  const ids: string[] = [];
  for (const { id } of mails) {
    const files = await attachmentsOf(collection, id);
    expect([...files.values()].map((file) => [file.filename, file.status, file.parent_id])).toEqual([
      ["a.txt", "ready", id],
      ["b.txt", "ready", id],
    ]);
    ids.push(id, ...[...files.values()].map((file) => file.id));
  }
  expect((await server.api.documents(collection)).map(({ id }) => id).sort()).toEqual(ids.sort());
});

test("only the first ten attachments of a nested mail are read; the others are listed in a warning", async () => {
  const collection = await newCollection();
  const files = Array.from({ length: 12 }, (_, index) => [`${index}.txt`, `Words of ${index}.`] as const);
  const parent = await upload(collection, mail("Outer", "Words.", [["inner.eml", mail("Inner", "Words.", files)]]));
  const inner = (await attachmentsOf(collection, parent.id)).get("inner.eml")!;
  expect(inner.info!.attachments.map(({ filename }) => filename)).toEqual(files.slice(0, 10).map(([name]) => name));
  expect(inner.info!.warnings.join()).toMatch(/10\.txt.*11\.txt/);
});

test("an imported document that lists foreign documents and itself as attachments affects only itself", async () => {
  const [victims, source] = [await newCollection(), await newCollection()];
  const victim = await server.api.ingest({ collection: victims, filename: "victim.txt", bytes: "Words." });
  const { id } = await server.api.ingest({ collection: source, filename: "one.txt", bytes: "Words of one." });
  const entries = entriesOf(await exported(server.api, source));
  await server.api.deleteCollection(source);
  const named = [victim.id, id].map((file) => ({ id: file, filename: "file.txt" }));
  const archive = changedArchive(entries, (entry) => {
    if (!entry.name.startsWith("documents/")) return entry;
    const record = JSON.parse(String(entry.bytes)) as { info: object };
    const changed = { ...record, external_id: `attachment:${id}:1`, info: { ...record.info, attachments: named } };
    return { ...entry, bytes: Buffer.from(JSON.stringify(changed)) };
  });
  const copy = await newCollection();
  await server.api.deleteCollection(copy);
  await imported(server.api, copy, archive);
  expect((await detailed(copy, id)).info!.attachments).toHaveLength(2);
  await server.api.expect(200, "PATCH", documentsPath(copy, id), { json: { metadata: { team: "other" } } });
  expect((await detailed(copy, id)).metadata).toEqual({ team: "other" });
  await server.api.deleteDocument(copy, id);
  expect(await detailed(victims, victim.id)).toMatchObject({ metadata: victim.metadata, status: "ready" });
});

test("an external_id of the form reserved for attachments is rejected", async () => {
  const collection = await newCollection();
  const form = new FormData();
  form.set("external_id", "attachment:00000000-0000-4000-8000-000000000000:1");
  form.set("file", new Blob(["words"]), "a.txt");
  const answer = await server.api.call("POST", documentsPath(collection), { body: form });
  expect(answer.status).toBe(400);
  expect(answer.body.detail).toMatch(/^external_id: must not be of the form attachment:/);
});

test("a file type without a configured parser is rejected and not listed", async () => {
  const collection = await newCollection();
  const answer = await server.api.tryUpload({ collection, filename: "book.mobi", bytes: "x" });
  expect(answer.status).toBe(400);
  expect(answer.body.detail).toMatch(
    /^file: must be one of \.pdf, .*\.gif, got "book\.mobi"; also read here: .*\.eml, .*"parsers": \{ "mobi": /,
  );
  const { file_types } = await server.api.expect<{ file_types: { extension: string; media_type: string }[] }>(
    200,
    "GET",
    "/v1/file-types",
  );
  expect(file_types.map(({ extension }) => extension)).not.toContain("mobi");
  expect(file_types).toContainEqual({ extension: "eml", media_type: "message/rfc822" });
  expect(file_types[0]).toEqual({ extension: "pdf", media_type: "application/pdf" });
});
