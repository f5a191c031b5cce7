import { beforeAll, describe, expect, test } from "vitest";
import type { Document } from "../harness/resources.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { list, names, work } from "./lists-api.ts";

const server = useSharedServer();
const SHELF = "shelf";

const FILES = [
  {
    filename: "Otters.md",
    text: "Otters swim in the river.",
    metadata: { year: 2021, tags: ["river", "fur"], at: "2021-03-01" },
  },
  {
    filename: "herons.txt",
    text: "Herons fish.\n\nThey wait.",
    metadata: { year: 2023, tags: ["river"], at: "2023-01-15" },
  },
  { filename: "Foxes of the WOOD.txt", text: "Foxes run in the wood at night.", metadata: { year: 2024 } },
  { filename: "broken.pdf", text: "not a pdf", metadata: { year: 2024, tags: ["fur"] } },
];

beforeAll(async () => {
  await server.api.createCollection(SHELF);
  for (const { filename, text, metadata } of FILES) {
    await server.api.ingest({ collection: SHELF, filename, bytes: text, metadata });
  }
});

describe("a list of documents", () => {
  test("filters by metadata, filename substring, file type and status, alone and combined", async () => {
    expect(await names(server.api, SHELF, { filters: { year: { $gte: 2023 } } })).toEqual([
      ...["herons.txt", "Foxes of the WOOD.txt", "broken.pdf"],
    ]);
    expect(await names(server.api, SHELF, { filters: { tags: "fur" } })).toEqual(["Otters.md", "broken.pdf"]);
    expect(await names(server.api, SHELF, { filters: { at: { $lt: "2022" } } })).toEqual(["Otters.md"]);
    expect(await names(server.api, SHELF, { filename: "wood" })).toEqual(["Foxes of the WOOD.txt"]);
    expect(await names(server.api, SHELF, { file_type: "TXT" })).toEqual(["herons.txt", "Foxes of the WOOD.txt"]);
    expect(await names(server.api, SHELF, { status: "failed", filters: { year: 2024 } })).toEqual(["broken.pdf"]);
    expect(await names(server.api, SHELF, { filename: "o", file_type: "txt", filters: { year: 2023 } })).toEqual([
      "herons.txt",
    ]);
    expect((await list(server.api, SHELF, { filters: { year: 1 } })).body).toEqual({ documents: [], total: 0 });
  });

  test("sorts by every key in both directions, and pages by cursor", async () => {
    expect(await names(server.api, SHELF, { sort: "filename" })).toEqual([
      ...["broken.pdf", "Foxes of the WOOD.txt", "herons.txt", "Otters.md"],
    ]);
    for (const key of ["created_at", "updated_at", "filename", "file_size", "chunk_count"]) {
      const all = await names(server.api, SHELF, { sort: key });
      expect(new Set(all).size).toBe(4);
      expect(await names(server.api, SHELF, { sort: `-${key}` })).toEqual(all.toReversed());
      const walked: string[] = [];
      for (let cursor: string | undefined = ""; cursor !== undefined;) {
        const { body } = await list(server.api, SHELF, { sort: key, limit: 1, ...(cursor !== "" && { cursor }) });
        expect(body.total).toBe(4);
        walked.push(...body.documents.map(({ filename }) => filename));
        cursor = body.next_cursor;
      }
      expect(walked).toEqual(all);
    }
    expect(await names(server.api, SHELF, { sort: "filename", offset: 1, limit: 2 })).toEqual([
      ...["Foxes of the WOOD.txt", "herons.txt"],
    ]);
  });

  test("returns only documents and total without the new parameters", async () => {
    const plain = await server.api.expect<object>(200, "GET", `/v1/collections/${SHELF}/documents?limit=2`);
    expect(Object.keys(plain).sort()).toEqual(["documents", "total"]);
  });

  test.each([
    [{ filters: "{" }, "filters: must be a JSON object"],
    [{ filters: "[]" }, "filters: must be a JSON object"],
    [{ filters: { year: { $like: 1 } } }, "filters.year.$like: unknown operator"],
    [{ filters: { page: 1 } }, "filters.page: differs between the chunks"],
    [{ sort: "size" }, "sort: must be created_at, updated_at, filename, file_size or chunk_count"],
    [{ cursor: "x" }, "cursor: must be the next_cursor"],
    [{ file_type: "t".repeat(300) }, "file_type: "],
    [{ filename: "x".repeat(300) }, "filename: "],
  ])("rejects %j with the reason", async (parameters, problem) => {
    const answer = await list(server.api, SHELF, parameters);
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain(problem);
  });

  test("rejects a cursor of another sort order", async () => {
    const { body } = await list(server.api, SHELF, { sort: "filename", limit: 1 });
    const answer = await list(server.api, SHELF, { sort: "-filename", cursor: body.next_cursor });
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain('is of a list sorted by "filename"');
  });
});

describe("facets", () => {
  const count = (json: unknown) =>
    server.api.call<Record<string, never>>("POST", `/v1/collections/${SHELF}/facets`, { json });

  test("count values and report the range of numbers and dates", async () => {
    const { status, body } = await count({ fields: ["tags", "year", "at", "file_type", "nothing"] });
    expect(status).toBe(200);
    expect(body).toEqual({
      total: 4,
      facets: [
        {
          field: "tags",
          values: [
            { string: "fur", count: 2 },
            { string: "river", count: 2 },
          ],
          value_count: 2,
          documents: 3,
          missing: 1,
        },
        {
          field: "year",
          values: [
            { number: 2024, count: 2 },
            { number: 2021, count: 1 },
            { number: 2023, count: 1 },
          ],
          value_count: 3,
          documents: 4,
          missing: 0,
          min: 2021,
          max: 2024,
        },
        {
          field: "at",
          values: [
            { string: "2021-03-01", count: 1 },
            { string: "2023-01-15", count: 1 },
          ],
          value_count: 2,
          documents: 2,
          missing: 2,
          earliest: "2021-03-01",
          latest: "2023-01-15",
        },
        {
          field: "file_type",
          values: [
            { string: "txt", count: 2 },
            { string: "md", count: 1 },
            { string: "pdf", count: 1 },
          ],
          value_count: 3,
          documents: 4,
          missing: 0,
        },
        { field: "nothing", values: [], value_count: 0, documents: 0, missing: 4 },
      ],
    });
  });

  test("cover only documents that match a filter, a query or both", async () => {
    const filtered = await count({ fields: ["year"], filters: { tags: "river" }, limit: 1 });
    expect(filtered.body).toMatchObject({
      total: 2,
      facets: [{ values: [{ number: 2021, count: 1 }], value_count: 2 }],
    });
    const found = await count({ fields: ["file_type"], query: "otters foxes", search_mode: "keyword" });
    expect(found.body).toMatchObject({
      total: 2,
      facets: [
        {
          values: [
            { string: "md", count: 1 },
            { string: "txt", count: 1 },
          ],
        },
      ],
    });
    const both = await count({
      fields: ["file_type"],
      query: "otters foxes",
      search_mode: "keyword",
      filters: { year: 2024 },
    });
    expect(both.body).toMatchObject({ total: 1 });
  });

  test.each([
    [{ fields: [] }, "fields: must have"],
    [{}, "fields: must have"],
    [{ fields: ["page"] }, "fields[0]: page differs between the chunks"],
    [{ fields: ["a"], limit: 1001 }, "limit: "],
    [{ fields: ["a"], filters: { a: {} } }, "filters.a: must hold an operator"],
  ])("reject %j", async (json, problem) => {
    const answer = await count(json);
    expect(answer.status).toBe(400);
    expect((answer.body as { detail?: string }).detail).toContain(problem);
  });
});

describe("bulk work by filter", () => {
  test.each([
    [{}, "filters: is required"],
    [{ filters: {} }, "filters: must not be empty"],
    [{ filters: { a: 1 }, all: true }, "all: must not be true where filters are given"],
    [{ all: true, limit: 0 }, "limit: "],
    [{ filters: { chunk_index: 0 } }, "filters.chunk_index: differs"],
  ])("rejects %j", async (json, problem) => {
    for (const verb of ["delete", "reprocess"] as const) {
      const answer = await work(server.api, SHELF, verb, json);
      expect(answer.status).toBe(400);
      expect(answer.body.detail).toContain(problem);
    }
  });

  test("counts matches in a dry run, and changes only matching documents, up to the limit", async () => {
    const shelf = "emptied";
    await server.api.createCollection(shelf);
    const made: Document[] = [];
    for (const { filename, text, metadata } of FILES) {
      made.push(await server.api.ingest({ collection: shelf, filename, bytes: text, metadata }));
    }
    const filters = { year: { $gte: 2023 } };
    expect(await work(server.api, shelf, "delete", { filters, dry_run: true })).toMatchObject({
      status: 200,
      body: { matched: 3, errors: [] },
    });
    expect((await server.api.documents(shelf)).length).toBe(4);
    const again = await work(server.api, shelf, "reprocess", { filters: { file_type: "pdf" } });
    expect(again.body).toEqual({ matched: 1, done: 1, errors: [] });
    expect((await server.api.settled(shelf, made[3]!.id)).status).toBe("failed");
    const limited = await work(server.api, shelf, "delete", { filters, limit: 1 });
    expect(limited.body).toEqual({ matched: 3, done: 1, errors: [] });
    expect(await names(server.api, shelf, { sort: "created_at" })).toEqual([
      ...["Otters.md", "Foxes of the WOOD.txt", "broken.pdf"],
    ]);
    expect((await server.api.query(shelf, { query: "herons", search_mode: "keyword" })).results).toEqual([]);
    expect((await work(server.api, shelf, "delete", { all: true })).body).toMatchObject({ matched: 3, done: 3 });
    expect((await list(server.api, shelf, { sort: "created_at" })).body).toEqual({ documents: [], total: 0 });
  });
});
