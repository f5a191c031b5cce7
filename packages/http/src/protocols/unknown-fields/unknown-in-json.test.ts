import { type DescMessage, type DescMethod, getOption } from "@bufbuild/protobuf";
import * as api from "@quarry/api";
import { expect, test } from "vitest";
import { BODY_EXAMPLES } from "../openapi/example-values.ts";
import { unknownInJson } from "./unknown-in-json.ts";

const methods: readonly DescMethod[] = Object.values(api).flatMap((exported) =>
  "kind" in exported && exported.kind === "service" ? exported.methods : [],
);

/** Returns every field of a message, each with a value that fits no type. */
const everyField = ({ fields }: DescMessage, spell: (field: { name: string; jsonName: string }) => string) =>
  Object.fromEntries(fields.map((field) => [spell(field), null]));

test("every known field is accepted in both spellings of Protobuf JSON, and so are the fields of responses", () => {
  for (const { input, output } of methods) {
    expect(unknownInJson(input, "wire")(everyField(input, ({ name }) => name))).toBeUndefined();
    expect(unknownInJson(input, "wire")(everyField(input, ({ jsonName }) => jsonName))).toBeUndefined();
    // A client may send back the object that it read, read-only fields included.
    expect(() => unknownInJson(input, "rest")(everyField(output, ({ name }) => name))).not.toThrow();
  }
  for (const method of methods.filter((each) => getOption(each, api.http).body === "*")) {
    const example = BODY_EXAMPLES[method.input.name];
    expect(unknownInJson(method.input, "rest")(example)).toBeUndefined();
  }
});

/** Bodies of a client that knows only the first version of the contract. */
const FIRST_VERSION: readonly (readonly [DescMessage, readonly string[], object])[] = [
  [
    api.CreateCollectionRequestSchema,
    [],
    {
      name: "x",
      description: "",
      embedding_provider: "provider_a",
      embedding_model: "m",
      embedding_api_key: "k",
      dimension: 8,
      chunk_size: 512,
      chunk_overlap: 50,
      default_top_k: 10,
      default_min_score: null,
      default_search_mode: "hybrid",
      reranking_enabled: true,
      reranking_model: "r",
      reranking_api_key: "k",
      metadata: { filter: 1 },
    },
  ],
  [
    api.QueryRequestSchema,
    ["collection_name"],
    { query: "q", top_k: 1, filters: { filter: 1 }, min_score: 0, search_mode: "keyword", rerank: false },
  ],
  [
    api.MultiQueryRequestSchema,
    [],
    { query: "q", collections: ["x"], top_k: 1, filters: {}, min_score: 0, rerank: true },
  ],
  [api.BatchQueryRequestSchema, [], { queries: [{ collection: "x", query: "q", top_k: 1, search_mode: "hybrid" }] }],
  [
    api.UpsertVectorsRequestSchema,
    ["collection_name"],
    { vectors: [{ id: "a", embedding: [1], text: "t", metadata: {} }] },
  ],
  [api.DeleteVectorsRequestSchema, ["collection_name"], { ids: ["a"] }],
  [api.BatchGetDocumentsRequestSchema, ["collection_name"], { document_ids: ["a"] }],
  [api.CreateWebhookRequestSchema, [], { url: "u", events: ["document.ready"], collections: null, description: "" }],
];

test.each(FIRST_VERSION)("%s of the first version has no unknown field", (message, pathFields, body) => {
  expect(unknownInJson(message, "rest", pathFields)(body)).toBeUndefined();
});

const query = unknownInJson(api.QueryRequestSchema, "rest", ["collection_name"]);
const batch = unknownInJson(api.BatchQueryRequestSchema, "rest");

test("a name close to a known one is rejected at every level", () => {
  expect(() => query({ query: "q", filter: {} })).toThrow(
    'filter: is not a field of this request; did you mean "filters"?',
  );
  expect(() => batch({ queries: [{ query: "q" }, { query: "q", topk: 1 }] })).toThrow(
    'queries[1].topk: is not a field of this request; did you mean "top_k"?',
  );
  expect(() => unknownInJson(api.QueryRequestSchema, "wire")({ query: "q", top_K: 1 })).toThrow('did you mean "topK"?');
});

test("a paging field of a query is rejected with the alternative", () => {
  const reported = "queries are not paged; top_k is the number of results";
  for (const name of ["offset", "page", "cursor", "pageToken", "skip"]) {
    expect(() => query({ query: "q", [name]: null })).toThrow(`${name}: ${reported}`);
  }
  expect(() => batch({ queries: [{ query: "q" }, { query: "q", offset: 0 }] })).toThrow(
    `queries[1].offset: ${reported}`,
  );
  expect(() => unknownInJson(api.MultiQueryRequestSchema, "wire")({ query: "q", cursor: "x" })).toThrow(
    "cursor: queries are not paged; topK is the number",
  );
  expect(() => batch({ queries: [], page: 1 })).toThrow(`page: ${reported}`);
  expect(unknownInJson(api.ListDocumentsRequestSchema, "rest")({ page: 1 })?.header).toBe("page");
});

test("other unknown fields are reported once each, and free-form values are not checked", () => {
  expect(query({ query: "q", user: "u", filters: { topk: { filter: 1 } } })?.header).toBe("user");
  const items = Array.from({ length: 20 }, () => ({ query: "q", trace: 1 }));
  expect(batch({ queries: items, "größe, x": 1 })?.header).toBe("queries.trace, gr%C3%B6%C3%9Fe%2C%20x");
  expect(query({ collection_name: "in the path" })?.header).toBe("collection_name");
});

test("a body of only unknown names results in a short header", () => {
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`name_of_its_own_${index}`, 1]));
  const header = query(many)!.header!;
  expect(header.length).toBeLessThan(1_100);
  expect(header).toMatch(/^name_of_its_own_0, .*, \.\.\.$/);
});
