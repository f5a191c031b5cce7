// Calls of a program with OpenAI's SDK, in any major version. The argument is the package name; OPENAI_BASE_URL and
// OPENAI_API_KEY specify the service.
import assert from "node:assert/strict";
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Each major has types of its own, and one program is for all.
// eslint-disable-next-line typescript/no-explicit-any
const sdk: any = await import(process.argv[2]!);
const OpenAI = sdk.default;
const { toFile } = sdk;
const client = new OpenAI({ timeout: 60_000 });
const folder = mkdtempSync(join(tmpdir(), "openai-program-"));

const written = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** The major versions differ in the position of a nested id. */
const isOld = process.argv[2]!.endsWith("4");
const inStore = (store: string, id: string) => (isOld ? [store, id] : [id, { vector_store_id: store }]);

const files = async () => {
  // The length of a stream is not known in advance.
  const file = createReadStream(written("whales.txt", "Whales sing in the deep sea."));
  const made = await client.files.create({ file, purpose: "assistants" });
  assert.equal(made.filename, "whales.txt");
  assert.equal((await client.files.waitForProcessing(made.id)).status, "processed");
  assert.equal(await (await client.files.content(made.id)).text(), "Whales sing in the deep sea.");
  const named = await client.files.create({ file: await toFile(Buffer.from("# N"), "ü.md"), purpose: "user_data" });
  assert.equal(named.filename, "ü.md");
  for (const number of [1, 2, 3]) {
    await client.files.create({ file: await toFile(Buffer.from(`t${number}`), `${number}.txt`), purpose: "batch" });
  }
  const paged: string[] = [];
  for await (const each of client.files.list({ purpose: "batch", limit: 2 })) paged.push(each.id);
  assert.ok(paged.length >= 3 && new Set(paged).size === paged.length);
  await (client.files.delete ?? client.files.del).call(client.files, named.id);
  await assert.rejects(client.files.retrieve(named.id), (error: { status: number; message: string }) => {
    return error.status === 404 && error.message.includes(named.id);
  });
};

const uploads = async () => {
  const upload = await client.uploads.create({
    ...{ bytes: 6, filename: "parts.txt", mime_type: "text/plain", purpose: "assistants" },
  });
  const part = async (text: string) =>
    (await client.uploads.parts.create(upload.id, { data: await toFile(Buffer.from(text), "part") })).id;
  const [second, first] = [await part("def"), await part("abc")];
  const done = await client.uploads.complete(upload.id, { part_ids: [first, second] });
  assert.equal(await (await client.files.content(done.file.id)).text(), "abcdef");
  const other = await client.uploads.create({
    ...{ bytes: 6, filename: "x.txt", mime_type: "text/plain", purpose: "assistants" },
  });
  assert.equal((await client.uploads.cancel(other.id)).status, "cancelled");
  await assert.rejects(client.uploads.cancel(other.id), (error: { status: number }) => error.status === 409);
};

const stores = async () => {
  const { vectorStores } = client;
  const store = await vectorStores.create({ name: "Bücher", metadata: { shelf: "1" } });
  assert.equal(store.name, "Bücher");
  const herons = createReadStream(written("one.md", "# Herons\n\nHerons stand still."));
  const file = await vectorStores.files.uploadAndPoll(store.id, herons);
  assert.equal(file.status, "completed");
  const good = await client.files.create({
    file: await toFile(Buffer.from("Otters."), "g.txt"),
    purpose: "assistants",
  });
  const bad = await client.files.create({ file: await toFile(Buffer.from("no pdf"), "b.pdf"), purpose: "assistants" });
  const batch = await vectorStores.fileBatches.createAndPoll(store.id, { file_ids: [good.id, bad.id] });
  assert.deepEqual([batch.status, batch.file_counts.failed, batch.file_counts.completed], ["completed", 1, 1]);
  const numbers = await Promise.all(
    Array.from({ length: 25 }, (_, number) => toFile(Buffer.from(`Number ${number}`), `${number}.txt`)),
  );
  const uploaded = await vectorStores.fileBatches.uploadAndPoll(store.id, { files: numbers });
  assert.equal(uploaded.file_counts.completed, 25);
  const listed: string[] = [];
  for await (const each of vectorStores.files.list(store.id)) listed.push(each.id);
  assert.equal(new Set(listed).size, 28);
  const update = { attributes: { kind: "bird", year: 2024 } };
  const [first, rest] = inStore(store.id, file.id);
  if (vectorStores.files.update !== undefined) {
    await (isOld
      ? vectorStores.files.update(first, rest, update)
      : vectorStores.files.update(first, { ...(rest as object), ...update }));
  }
  if (vectorStores.search !== undefined) {
    const filters = { type: "eq", key: "kind", value: "bird" };
    const found = await vectorStores.search(store.id, { query: "herons", filters });
    assert.deepEqual(
      found.data.map((hit: { file_id: string }) => hit.file_id),
      [file.id],
    );
  }
  const removal = vectorStores.files.delete ?? vectorStores.files.del;
  assert.equal((await removal.call(vectorStores.files, first, rest)).deleted, true);
  assert.equal((await (vectorStores.delete ?? vectorStores.del).call(vectorStores, store.id)).deleted, true);
};

const embeddings = async () => {
  const model = (await client.models.list()).data[0].id;
  // The SDK requests base64 by default.
  const packed = await client.embeddings.create({ model, input: ["one", "two"] });
  const plain = await client.embeddings.create({ model, input: "one", encoding_format: "float" });
  assert.deepEqual(packed.data[0].embedding, plain.data[0].embedding);
  await assert.rejects(
    client.embeddings.create({ model: "nothing", input: "x" }),
    (error: { code: string }) => error.code === "model_not_found",
  );
};

try {
  await files();
  await uploads();
  await stores();
  await embeddings();
  console.log(`done with ${process.argv[2]}`);
} finally {
  rmSync(folder, { recursive: true });
}
