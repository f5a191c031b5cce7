import { describe, expect, test } from "vitest";
import { documentsPath, type Failure } from "../harness/api.ts";
import type { Collection, Document } from "../harness/resources.ts";
import { useServer } from "../harness/test-server.ts";
import { batchForm, uploadForm } from "./forms.ts";

const server = useServer();

const withKey = (key: string) => ({ "idempotency-key": key });
const create = (key: string, json: unknown) =>
  server.api.call<Collection & Failure>("POST", "/v1/collections", { json, headers: withKey(key) });
const upload = (collection: string, key: string, bytes: string, metadata: unknown = {}, filename = "a.txt") =>
  server.api.call<Document & Failure>("POST", documentsPath(collection), {
    body: uploadForm({ filename, bytes }, metadata),
    headers: withKey(key),
  });

let made = 0;
const newCollection = async (): Promise<string> => {
  const name = `once_${(made += 1)}`;
  await server.api.createCollection(name);
  return name;
};

describe("creating a collection", () => {
  test("the same key and body repeat the first response, whatever the order of fields", async () => {
    const first = await create("c1", { name: "mine", metadata: { a: 1, b: { c: null } }, default_min_score: 0.1 });
    expect(first.status).toBe(201);
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    const again = await create("c1", { default_min_score: 0.1, metadata: { b: { c: null }, a: 1 }, name: "mine" });
    expect(again.status).toBe(201);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.text).toBe(first.text);
  });

  test("the same key with another body returns 409", async () => {
    await create("c2", { name: "second" });
    const other = await create("c2", { name: "other" });
    expect(other).toMatchObject({ status: 409, body: { detail: expect.stringMatching(/^Idempotency-Key: /) } });
    expect((await server.api.call("GET", "/v1/collections/other")).status).toBe(404);
  });

  test("without a key, an existing name returns 409", async () => {
    await server.api.createCollection("taken");
    expect((await server.api.call("POST", "/v1/collections", { json: { name: "taken" } })).status).toBe(409);
  });

  test("a failure is not stored: the same request is executed again", async () => {
    await server.api.createCollection("blocking");
    expect((await create("c3", { name: "blocking" })).status).toBe(409);
    await server.api.deleteCollection("blocking");
    expect((await create("c3", { name: "blocking" })).status).toBe(201);
  });

  test("concurrent requests are executed once, and all receive the same response", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => create("c4", { name: "at_once" })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1);
  });

  test("the stored response survives a kill", async () => {
    const first = await create("c5", { name: "before_the_kill" });
    await server.current.kill();
    await server.current.startAgain();
    const again = await create("c5", { name: "before_the_kill" });
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  test.each([["x".repeat(256)], ["two words"], ["ü"]])("an invalid key returns 400: %s", async (key) => {
    const answer = await create(key, { name: "never" });
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/^Idempotency-Key: must be/) } });
    expect((await server.api.call("GET", "/v1/collections/never")).status).toBe(404);
  });
});

describe("uploads", () => {
  test("a repeated upload returns the first response, and stores nothing", async () => {
    const name = await newCollection();
    const first = await upload(name, "u1", "the text", { a: 1 });
    expect(first.status).toBe(201);
    await server.api.settled(name, first.body.id);
    const again = await upload(name, "u1", "the text", { a: 1 });
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(await server.api.documents(name)).toHaveLength(1);
    const { id } = await server.api.expect<Collection>(200, "GET", `/v1/collections/${name}`);
    const stored = await server.current.folder.storedFiles();
    expect(stored.filter(({ collectionId }) => collectionId === id)).toHaveLength(1);
  });

  test("another file, name or metadata returns 409, and nothing is stored", async () => {
    const name = await newCollection();
    await upload(name, "u2", "the text", { a: 1 });
    const others = [
      await upload(name, "u2", "the Text", { a: 1 }),
      await upload(name, "u2", "the text", { a: 2 }),
      await upload(name, "u2", "the text", { a: 1 }, "b.txt"),
    ];
    expect(others.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(await server.api.documents(name)).toHaveLength(1);
    expect(await server.current.folder.incomingFiles()).toEqual([]);
  });

  test("a key is scoped to its collection", async () => {
    const [one, two] = [await newCollection(), await newCollection()];
    const first = await upload(one, "u3", "the text");
    const second = await upload(two, "u3", "the text");
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).not.toBe(first.body.id);
  });

  test("concurrent uploads create one document", async () => {
    const name = await newCollection();
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(name, "u4", "the text")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await server.api.documents(name)).toHaveLength(1);
    expect((await server.api.settled(name, answers[0]!.body.id)).status).toBe("ready");
  });

  test("without a key the same file is uploaded twice", async () => {
    const name = await newCollection();
    for (let round = 0; round < 2; round += 1) {
      await server.api.upload({ collection: name, filename: "a.txt", bytes: "the text" });
    }
    expect(await server.api.documents(name)).toHaveLength(2);
  });

  test("a repeated batch returns the whole first response, including its errors", async () => {
    const name = await newCollection();
    const send = (bytes: string) =>
      server.api.call("POST", documentsPath(name, "batch", "upload"), {
        body: batchForm([
          { filename: "a.txt", bytes },
          { filename: "b.exe", bytes: "MZ" },
        ]),
        headers: withKey("b1"),
      });
    const first = await send("one");
    expect(first.status).toBe(201);
    const again = await send("one");
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(await server.api.documents(name)).toHaveLength(1);
    expect((await send("two")).status).toBe(409);
  });
});

describe("creating a webhook", () => {
  const createHook = (key: string, description: string) =>
    server.api.call<{ id: string; secret: string } & Failure>("POST", "/v1/admin/webhooks", {
      json: { url: "http://localhost:9/hook", events: ["document.ready"], description },
      headers: withKey(key),
    });

  test("a repetition returns the same webhook and secret, and the secret is not stored in plaintext", async () => {
    const first = await createHook("w1", "one");
    expect(first.status).toBe(201);
    const again = await createHook("w1", "one");
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.body.secret).toBe(first.body.secret);
    expect((await createHook("w1", "two")).status).toBe(409);
    const list = await server.api.expect<{ total: number }>(200, "GET", "/v1/admin/webhooks");
    expect(list.total).toBe(1);
    const stored = await server.current.folder.stack.databaseText();
    expect(stored).toContain(first.body.id);
    expect(stored.includes(first.body.secret)).toBe(false);
    expect(stored.includes(Buffer.from(first.body.secret).toString("base64").slice(4, -4))).toBe(false);
  });
});
