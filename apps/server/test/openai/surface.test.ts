import { describe, expect, test } from "vitest";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { until } from "../harness/until.ts";

const server = useSharedServer();

interface Listed {
  readonly data: readonly { readonly id: string }[];
  readonly has_more: boolean;
  readonly first_id: string | null;
  readonly last_id: string | null;
}

interface StoreFile {
  readonly id: string;
  readonly status: string;
  readonly last_error: { readonly code: string; readonly message: string } | null;
  readonly attributes: Record<string, unknown>;
  readonly chunking_strategy: unknown;
}

interface Store {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly file_counts: Record<string, number>;
}

interface Hit {
  readonly file_id: string;
  readonly filename: string;
  readonly score: number;
  readonly attributes: Record<string, unknown>;
  readonly content: readonly { readonly text: string }[];
  readonly citation: { readonly document_id: string };
}

interface Problem {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: string | null;
    readonly code: string;
  };
  readonly detail: string;
}

const post = <Body>(path: string, json: unknown = {}, status = 200) =>
  server.api.expect<Body>(status, "POST", `/v1${path}`, { json });
const get = <Body>(path: string, status = 200) => server.api.expect<Body>(status, "GET", `/v1${path}`);
const remove = <Body>(path: string, status = 200) => server.api.expect<Body>(status, "DELETE", `/v1${path}`);

const upload = async (
  text: string | Uint8Array<ArrayBuffer>,
  filename: string,
  fields: Record<string, string> = {},
) => {
  const form = new FormData();
  // Some clients send the file first.
  form.append("file", new Blob([text]), filename);
  for (const [name, value] of Object.entries({ purpose: "assistants", ...fields })) form.append(name, value);
  return (await server.api.expect<{ id: string }>(200, "POST", "/v1/files", { body: form })).id;
};

const newStore = async (fields: object = {}) => (await post<Store>("/vector_stores", fields)).id;

const settled = (store: string, file: string) =>
  until(`${file} to settle`, async () => {
    const found = await get<StoreFile>(`/vector_stores/${store}/files/${file}`);
    return found.status === "in_progress" ? undefined : found;
  });

const attached = async (store: string, file: string, fields: object = {}) => {
  await post(`/vector_stores/${store}/files`, { file_id: file, ...fields });
  return settled(store, file);
};

const search = async (store: string, query: unknown, fields: object = {}) =>
  (await post<{ data: readonly Hit[] }>(`/vector_stores/${store}/search`, { query, ...fields })).data;

describe("files", () => {
  test("are listed newest first, read back, and deleted with their results; an identical file remains", async () => {
    const [one, same] = [await upload("the cat sat", "cat.txt"), await upload("the cat sat", "https://a.b/c d.md")];
    const [first, second] = [await newStore(), await newStore()];
    await attached(first, one);
    await attached(second, same);
    const response = await server.api.fetch("GET", `/v1/files/${same}/content`);
    expect([response.status, await response.text()]).toEqual([200, "the cat sat"]);
    expect((await search(second, "cat"))[0]).toMatchObject({ file_id: same, filename: "https://a.b/c d.md" });
    const page = await get<Listed>("/files?limit=1");
    expect([page.data[0]!.id, page.has_more]).toEqual([same, true]);
    expect((await get<Listed>(`/files?limit=1&after=${page.last_id}`)).data[0]!.id).toBe(one);
    expect(await remove(`/files/${one}`)).toEqual({ id: one, object: "file", deleted: true });
    expect(await search(first, "cat")).toEqual([]);
    // The other file still has its bytes.
    expect(await (await server.api.fetch("GET", `/v1/files/${same}/content`)).text()).toBe("the cat sat");
    await get(`/files/${one}`, 404);
  });

  test("are assembled from parts in the requested order", async () => {
    const started = await post<{ id: string; status: string }>("/uploads", {
      ...{ bytes: 6, filename: "parts.txt", purpose: "assistants", mime_type: "txt" },
    });
    const part = async (text: string) => {
      const form = new FormData();
      form.append("data", new Blob([text]), "upload");
      const path = `/v1/uploads/${started.id}/parts`;
      return (await server.api.expect<{ id: string }>(200, "POST", path, { body: form })).id;
    };
    const [b, , a] = [await part("def"), await part("orphan"), await part("abc")];
    await post(`/uploads/${started.id}/complete`, { part_ids: [a] }, 400);
    await post(`/uploads/${started.id}/complete`, { part_ids: [a, b], md5: "0".repeat(32) }, 400);
    const done = await post<{ status: string; file: { id: string; bytes: number } }>(
      `/uploads/${started.id}/complete`,
      { part_ids: [a, b], md5: "e80b5017098950fc58aad83c8c14978e" },
    );
    expect(done).toMatchObject({ status: "completed", file: { bytes: 6 } });
    expect(await (await server.api.fetch("GET", `/v1/files/${done.file.id}/content`)).text()).toBe("abcdef");
    const late = await server.api.call<Problem>("POST", `/v1/uploads/${started.id}/cancel`);
    expect([late.status, late.headers.get("x-should-retry")]).toEqual([409, "false"]);
  });
});

describe("vector stores", () => {
  test("are collections: one is listed, searched, renamed and deleted as a vector store", async () => {
    await server.api.createCollection("made_there", { description: "d" });
    const document = await server.api.ingest({ collection: "made_there", filename: "a.txt", bytes: "a red fox" });
    const stores = await get<{ data: readonly Store[] }>("/vector_stores?limit=100");
    const store = stores.data.find(({ name }) => name === "made_there")!;
    expect(store.file_counts).toEqual({ in_progress: 0, completed: 1, failed: 0, cancelled: 0, total: 1 });
    const [hit] = await search(store.id, "fox");
    expect(hit).toMatchObject({ file_id: `file-${document.id}`, citation: { document_id: document.id } });
    expect(await get(`/vector_stores/${store.id}/files/file-${document.id}/content`)).toMatchObject({
      data: [{ type: "text", text: "a red fox" }],
      has_more: false,
    });
    await post(`/vector_stores/${store.id}`, { name: "Füchse", metadata: { k: "v" }, expires_after: null });
    expect(await get(`/vector_stores/${store.id}`)).toMatchObject({ name: "Füchse", metadata: { k: "v" } });
    expect(await remove(`/vector_stores/${store.id}`)).toEqual({
      ...{ id: store.id, object: "vector_store.deleted", deleted: true },
    });
    expect((await server.api.call("GET", "/v1/collections/made_there")).status).toBe(404);
  });

  test("apply attributes of files to filters immediately", async () => {
    const store = await newStore({ name: "x" });
    const [a, b] = [await upload("apples and pears", "a.txt"), await upload("apples and plums", "b.txt")];
    await attached(store, a, { attributes: { year: 2020, "dotted.key": "x", draft: false } });
    await attached(store, b, { attributes: { year: 2024 } });
    const files = async (filters: object) =>
      (await search(store, "apples", { filters })).map(({ file_id: id }) => id).sort();
    const newer = { type: "gt", key: "year", value: 2021 };
    expect(await files(newer)).toEqual([b]);
    expect(await files({ type: "eq", key: "dotted.key", value: "x" })).toEqual([a]);
    expect(await files({ type: "or", filters: [newer, { type: "in", key: "year", value: [2020] }] })).toHaveLength(2);
    await post(`/vector_stores/${store}/files/${a}`, { attributes: { year: 2025 } });
    expect(await files(newer)).toEqual([a, b].sort());
    expect((await get<StoreFile>(`/vector_stores/${store}/files/${a}`)).attributes).toEqual({ year: 2025 });
    expect(await files({ type: "eq", key: "dotted.key", value: "x" })).toEqual([]);
  });

  test("use a file's own chunking strategy, and their default for the same file with the strategy auto", async () => {
    const store = await newStore();
    const text = Array.from({ length: 400 }, (_, index) => `Sentence number ${index} is about a subject.`).join(" ");
    const file = await upload(text, "long.txt");
    const own = { type: "static", static: { max_chunk_size_tokens: 100, chunk_overlap_tokens: 20 } };
    expect((await attached(store, file, { chunking_strategy: own })).chunking_strategy).toEqual(own);
    const segments = async () => (await get<Listed>(`/vector_stores/${store}/files/${file}/content`)).data.length;
    const many = await segments();
    await attached(store, file, { chunking_strategy: { type: "auto" } });
    expect(many).toBeGreaterThan(2 * (await segments()));
    expect((await get<Store>(`/vector_stores/${store}`)).file_counts).toMatchObject({ total: 1 });
  });

  test("fuse several queries and apply ranking options", async () => {
    const store = await newStore();
    for (const [name, text] of [
      ["a", "whales sing in the sea"],
      ["b", "bread is baked in ovens"],
    ]) {
      await attached(store, await upload(text!, `${name}.txt`));
    }
    const both = await search(store, ["whales", "bread"], { max_num_results: 2 });
    expect(both.map(({ filename }) => filename).sort()).toEqual(["a.txt", "b.txt"]);
    expect(await search(store, "whales", { ranking_options: { ranker: "none", score_threshold: 1 } })).toEqual([]);
    const weighed = { hybrid_search: { embedding_weight: 0, text_weight: 1 } };
    expect((await search(store, "ovens", { ranking_options: weighed }))[0]).toMatchObject({ filename: "b.txt" });
    // LiteLLM sends null for unset parameters.
    expect(await search(store, "ovens", { filters: null, ranking_options: null, rewrite_query: null })).not.toEqual([]);
  });

  test("report their expiry time, which can be removed", async () => {
    const store = await post<Store>("/vector_stores", { expires_after: { anchor: "last_active_at", days: 1 } });
    expect(store).toMatchObject({ status: "completed", expires_after: { anchor: "last_active_at", days: 1 } });
    expect((store as unknown as { expires_at: number; created_at: number }).expires_at).toBeGreaterThan(
      (store as unknown as { created_at: number }).created_at + 86_000,
    );
    await post(`/vector_stores/${store.id}`, { expires_after: null });
    expect(await get(`/vector_stores/${store.id}`)).toMatchObject({ expires_after: null, expires_at: null });
  });
});

describe("batches and lists", () => {
  test("a batch with unreadable files completes and reports the reason of each", async () => {
    const store = await newStore();
    const good = await upload("good text", "good.txt");
    const [unknown, broken] = [
      await upload(Buffer.from([0, 1, 2, 255]), "x.bin"),
      await upload("no pdf", "broken.pdf"),
    ];
    const begun = await post<{ id: string; object: string; file_counts: Record<string, number> }>(
      `/vector_stores/${store}/file_batches`,
      { file_ids: [good, unknown, broken] },
    );
    expect(begun).toMatchObject({ object: "vector_store.file_batch", file_counts: { total: 3 } });
    const ended = await until("the batch to end", async () => {
      const batch = await get<{ status: string }>(`/vector_stores/${store}/file_batches/${begun.id}`);
      return batch.status === "in_progress" ? undefined : batch;
    });
    expect(ended).toMatchObject({
      status: "completed",
      file_counts: { in_progress: 0, completed: 1, failed: 2, cancelled: 0, total: 3 },
    });
    const failed = await get<{ data: readonly StoreFile[] }>(
      `/vector_stores/${store}/file_batches/${begun.id}/files?filter=failed&order=asc`,
    );
    const reasons = new Map(failed.data.map(({ id, last_error: error }) => [id, error!.code]));
    expect([reasons.get(unknown), reasons.get(broken)]).toEqual(["unsupported_file", "invalid_file"]);
    const path = `/vector_stores/${store}/files`;
    expect((await get<Listed>(`${path}?filter=completed`)).data).toMatchObject([{ id: good }]);
    expect((await get<Listed>(`${path}?filter=failed`)).data).toHaveLength(2);
    expect((await get<Listed>(`${path}?filter=cancelled`)).data).toEqual([]);
  });

  test("a cancelled batch soon has no file in progress, and lists the cancelled files", async () => {
    const store = await newStore();
    const ids = await Promise.all(Array.from({ length: 60 }, (_, index) => upload(`text ${index}`, `${index}.txt`)));
    const { id } = await post<{ id: string }>(`/vector_stores/${store}/file_batches`, { file_ids: ids });
    const path = `/vector_stores/${store}/file_batches/${id}`;
    expect(await post(`${path}/cancel`)).toMatchObject({ status: "cancelled" });
    const counts = await until("nothing to be under way", async () => {
      const batch = await get<{ file_counts: Record<string, number> }>(path);
      return batch.file_counts["in_progress"] === 0 ? batch.file_counts : undefined;
    });
    expect(counts["completed"]! + counts["cancelled"]!).toBe(60);
    const listed = await get<{ data: readonly StoreFile[] }>(`${path}/files?filter=cancelled&limit=100`);
    expect(listed.data).toHaveLength(counts["cancelled"]!);
    expect((await get<Store>(`/vector_stores/${store}`)).file_counts).toEqual(counts);
    expect((await get<Listed>(`/vector_stores/${store}/files?filter=cancelled&limit=100`)).data).toHaveLength(
      counts["cancelled"]!,
    );
  });

  test("a list is paged to its end while its items are deleted, and is paged backwards", async () => {
    const store = await newStore();
    const ids = await Promise.all(Array.from({ length: 5 }, (_, index) => upload(`t ${index}`, `${index}.txt`)));
    await post(`/vector_stores/${store}/file_batches`, { files: ids.map((id) => ({ file_id: id })) });
    const path = `/vector_stores/${store}/files`;
    const all = (await get<Listed>(`${path}?order=asc`)).data.map(({ id }) => id);
    const before = await get<Listed>(`${path}?order=asc&before=${all[4]}&limit=2`);
    expect([before.data.map(({ id }) => id), before.has_more]).toEqual([[all[2], all[3]], true]);
    const seen: string[] = [];
    for (let after: string | null = ""; after !== null;) {
      const page: Listed = await get<Listed>(`${path}?order=asc&limit=2${after && `&after=${after}`}`);
      seen.push(...page.data.map(({ id }) => id));
      for (const { id } of page.data) await remove(`${path}/${id}`);
      after = page.has_more ? page.last_id : null;
    }
    expect(seen).toEqual(all);
    const unknown = await get<Problem>(`${path}?after=file-${"0".repeat(8)}-0000-4000-8000-000000000000`, 400);
    expect(unknown.error.param).toBe("after");
    expect(await get(path)).toEqual({ object: "list", data: [], first_id: null, last_id: null, has_more: false });
  });
});

describe("errors in OpenAI's format", () => {
  test("have a message, a type, a parameter and a code, next to the service's own detail", async () => {
    const problem = await post<Problem>("/vector_stores", { metadata: { a: 1 } }, 400);
    expect(problem.error).toEqual({
      message: "Invalid 'metadata.a': must be a string, got 1",
      type: "invalid_request_error",
      param: "metadata.a",
      code: "invalid_type",
    });
    expect(problem.detail).toBe(problem.error.message);
    const store = await newStore();
    const swapped = await get<Problem>(`/vector_stores/${store}/file_batches/${store}`, 400);
    expect(swapped.error.message).toContain("Expected an ID that begins with 'vsfb_'.");
    expect((await get<Problem>("/vector_stores/vs_nothing", 404)).error.type).toBe("invalid_request_error");
    expect((await get<Problem>("/files/x/y/z", 404)).error).toBeDefined();
    const missing = `file-${"1".repeat(8)}-0000-7000-8000-000000000000`;
    expect((await post<Problem>(`/vector_stores/${store}/files`, { file_id: missing }, 404)).error.message).toContain(
      missing,
    );
    for (const [path, body, param] of [
      [`/vector_stores/${store}/search`, {}, "query"],
      [`/vector_stores/${store}/search`, { query: "x", max_num_results: 51 }, "max_num_results"],
      [`/vector_stores/${store}/search`, { query: "x", filters: { type: "like" } }, "filters.type"],
      [`/vector_stores/${store}/file_batches`, { file_ids: [], files: [] }, "file_ids"],
      ["/uploads", { bytes: 1, filename: "a", purpose: "nothing", mime_type: "x" }, "purpose"],
    ] as const) {
      expect((await post<Problem>(path, body, 400)).error.param).toBe(param);
    }
    const open = await server.api.call<Problem>("GET", "/v1/vector_stores", { token: null });
    expect([open.status, open.body.error.code]).toEqual([401, "invalid_api_key"]);
  });
});

describe("embeddings and models", () => {
  test("text, tokens and base64 return the same vectors; unknown models and invalid inputs are rejected", async () => {
    const models = await get<Listed>("/models");
    const model = models.data[0]!.id;
    expect(await get(`/models/${encodeURIComponent(model)}`)).toMatchObject({ id: model, object: "model" });
    interface Embedded {
      readonly data: readonly { readonly embedding: unknown }[];
    }
    const floats = await post<Embedded>("/embeddings", { model, input: ["hello world", "x"] });
    // "hello world" in cl100k_base.
    const tokens = await post<Embedded>("/embeddings", { model, input: [[15339, 1917]] });
    expect(tokens.data[0]!.embedding).toEqual(floats.data[0]!.embedding);
    const packed = await post<Embedded>("/embeddings", { model, input: "hello world", encoding_format: "base64" });
    const bytes = Buffer.from(packed.data[0]!.embedding as string, "base64");
    const vector = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
    expect(vector).toEqual(floats.data[0]!.embedding);
    // Regression: a body with this many values was refused, although OpenAI's token limit allows it.
    const many = await post<Embedded>("/embeddings", { model, input: Array(30).fill(Array(5_000).fill(1917)) });
    expect(many.data).toHaveLength(30);
    const tooMany = await post<Problem>("/embeddings", { model, input: Array(40).fill(Array(7_600).fill(1917)) }, 400);
    expect(tooMany.error.message).toBe("Invalid 'input': must have at most 300000 tokens in all, got 304000");
    const unknown = await post<Problem>("/embeddings", { model: "nothing", input: "x" }, 404);
    expect(unknown.error.code).toBe("model_not_found");
    for (const input of ["", [], [""], [[99_999_999]], [[-1]]]) {
      const refused = await post<Problem>("/embeddings", { model, input }, 400);
      expect(refused.error.param).toMatch(/^input/);
    }
  });
});
