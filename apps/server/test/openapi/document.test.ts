import { describe, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";

const server = useServer();

interface Schema {
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, Readonly<Record<string, any>>>>;
}

interface Document {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Readonly<Record<string, any>>>>;
  };
}

const read = async (): Promise<Document> =>
  (await server.api.call<Document>("GET", "/openapi.json", { token: null })).body;

const operationsOf = ({ paths }: Document): readonly Operation[] =>
  Object.values(paths).flatMap((verbs) => Object.values(verbs));

const schemaOf = async (name: string): Promise<Schema> => (await read()).components.schemas[name]!;

describe("/openapi.json", () => {
  test("is OpenAPI 3.1 with the running version, and needs no token", async () => {
    const answer = await server.api.call<Document>("GET", "/openapi.json", { token: null });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.body.openapi).toMatch(/^3\.1\./);
    const health = await server.api.call<{ version: string }>("GET", "/health");
    expect(answer.body.info).toMatchObject({ title: "Quarry", version: health.body.version });
  });

  test("returns 304 for a known ETag, and no body for HEAD", async () => {
    const first = await server.api.call("GET", "/openapi.json");
    const etag = first.headers.get("etag")!;
    expect(etag).toMatch(/^".+"$/);
    const again = await server.api.call("GET", "/openapi.json", { headers: { "if-none-match": etag } });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
    // Uncompressed: the encoding that `fetch` requests by itself gives another length.
    const headers = { "accept-encoding": "identity" };
    const head = await server.api.fetch("HEAD", "/openapi.json", { headers });
    const length = String(Buffer.byteLength(first.text));
    expect([head.status, await head.text(), head.headers.get("content-length")]).toEqual([200, "", length]);
  });

  test("rejects other methods than GET and HEAD with 405", async () => {
    const answer = await server.api.call("POST", "/openapi.json");
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect(answer.body).toEqual({ detail: expect.stringContaining("POST"), code: "method_not_allowed" });
    expect(answer.headers.get("x-request-id")).toMatch(/./);
  });

  test("an additional path of an rpc omits parameters that only the main path carries", async () => {
    const { paths } = await read();
    const verbs = paths["/v1/collections/{collection_name}/documents/external/{by_external_id}"]!;
    const named = Object.entries(verbs).map(([verb, { parameters = [] }]) => [
      verb,
      parameters.map(({ name }) => name),
    ]);
    expect(Object.fromEntries(named)).toEqual({
      get: ["collection_name", "by_external_id", "info"],
      delete: ["collection_name", "by_external_id"],
      patch: ["collection_name", "by_external_id"],
    });
  });

  test("has exactly the endpoints of the contract", async () => {
    const { paths } = await read();
    const listed = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`),
    );
    const documents = "/v1/collections/{collection_name}/documents";
    const changes = "/v1/collections/{collection_name}/changes";
    const webhooks = "/v1/admin/webhooks";
    expect(listed.sort()).toEqual(
      [
        "GET /health",
        "GET /health/ready",
        "GET /v1/stats",
        "GET /v1/embeddings/models",
        "GET /v1/file-types",
        "GET /v1/collections",
        "POST /v1/collections",
        "GET /v1/collections/{name}",
        "PUT /v1/collections/{name}",
        "DELETE /v1/collections/{name}",
        "GET /v1/collections/{name}/stats",
        "GET /v1/collections/{name}/analytics",
        `POST ${documents}`,
        `GET ${documents}`,
        "POST /v1/collections/{collection_name}/truncate",
        "POST /v1/collections/{collection_name}/reembed",
        "GET /v1/documents/{document_id}",
        "DELETE /v1/documents/{document_id}",
        "GET /v1/documents/{document_id}/chunks",
        "POST /v1/rerank",
        "GET /v1/usage",
        "GET /v1/auth/whoami",
        `GET ${documents}/batch/progress`,
        `GET ${documents}/{document_id}`,
        `DELETE ${documents}/{document_id}`,
        `PATCH ${documents}/{document_id}`,
        ...["GET", "DELETE", "PATCH"].map((verb) => `${verb} ${documents}/external/{by_external_id}`),
        `GET ${documents}/duplicates`,
        "POST /v1/collections/{collection_name}/facets",
        ...["delete", "update", "reprocess"].map((verb) => `POST ${documents}/${verb}`),
        "GET /v1/operations",
        "GET /v1/operations/{id}",
        "GET /v1/operations/{id}/progress",
        "POST /v1/operations/{id}/cancel",
        `POST ${documents}/{document_id}/reprocess`,
        `GET ${documents}/{document_id}/chunks`,
        `GET ${documents}/{document_id}/file`,
        `GET ${documents}/{document_id}/pages/{page}`,
        `GET ${documents}/{document_id}/pages/{page}/image`,
        `GET ${documents}/{document_id}/text`,
        `GET ${documents}/{document_id}/markdown`,
        `GET ${documents}/{document_id}/tables`,
        `GET ${documents}/{document_id}/tables/{table}`,
        `GET ${documents}/{document_id}/tables/{table}/csv`,
        `GET ${documents}/{document_id}/progress`,
        ...["upload", "status", "get", "delete"].map((verb) => `POST ${documents}/batch/${verb}`),
        ...["upsert", "delete", "get", "list", "count", "update"].map(
          (verb) => `POST /v1/collections/{collection_name}/vectors/${verb}`,
        ),
        "POST /v1/collections/{collection_name}/query",
        `POST ${changes}`,
        `GET ${changes}`,
        `GET ${changes}/{id}`,
        `POST ${changes}/{id}/cancel`,
        `POST ${changes}/{id}/rollback`,
        "GET /v1/vector-stores",
        "GET /v1/collections/{name}/export",
        "POST /v1/collections/{name}/import",
        "POST /v1/query",
        "POST /v1/batch/query",
        `POST ${webhooks}`,
        `GET ${webhooks}`,
        `GET ${webhooks}/{id}`,
        `PUT ${webhooks}/{id}`,
        `DELETE ${webhooks}/{id}`,
        `GET ${webhooks}/{id}/deliveries`,
        `POST ${webhooks}/{id}/test`,
        "GET /v1/admin/keys",
        "POST /v1/admin/keys",
        "DELETE /v1/admin/keys/{name}",
        "GET /v1/admin/plugins",
        "GET /v1/admin/config",
        `POST ${webhooks}/{id}/deliveries/{delivery_id}/redeliver`,
        "GET /v1/admin/jobs",
        "GET /v1/admin/models",
        ...["{name}/prepare", "{name}/use", "cancel", "rollback"].map((call) => `POST /v1/admin/models/${call}`),
        "POST /v1/admin/jobs/{id}/requeue",
      ].sort(),
    );
  });
});

describe("every operation", () => {
  test("has a unique name, a tag, a summary and a description", async () => {
    const operations = operationsOf(await read());
    for (const { operationId, tags, summary, description } of operations) {
      expect([operationId, tags.length, summary.length > 0, description.length > summary.length]).toEqual([
        expect.stringMatching(/^[a-z][A-Za-z]+$/),
        1,
        true,
        true,
      ]);
    }
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
  });

  test("declares X-Request-Id on every response and Failure as the body of every error", async () => {
    const document = await read();
    const { components } = document;
    for (const operation of operationsOf(document)) {
      for (const [status, input] of Object.entries(operation.responses)) {
        const name = (input["$ref"] as string | undefined)?.split("/").at(-1);
        const response = name === undefined ? input : components.responses[name]!;
        expect(response["headers"]).toHaveProperty("X-Request-Id");
        if (name === undefined) continue;
        expect(Number(status)).toBeGreaterThanOrEqual(400);
        expect(response["content"]).toEqual({
          "application/json": {
            schema: { $ref: "#/components/schemas/Failure" },
            example: { detail: expect.any(String), code: expect.stringMatching(/^[a-z_]+$/) },
          },
        });
      }
    }
    expect(Object.keys(components.schemas["Failure"]!.properties)).toEqual(["detail", "code"]);
  });

  test("requires a token, except for the health checks", async () => {
    const { paths } = await read();
    for (const [path, verbs] of Object.entries(paths)) {
      for (const operation of Object.values(verbs)) {
        const isOpen = path.startsWith("/health");
        expect([operation.security, "401" in operation.responses]).toEqual([isOpen ? [] : undefined, !isOpen]);
      }
    }
  });
});

describe("schemas", () => {
  test("include the bounds and defaults of a new collection", async () => {
    const { properties, required } = await schemaOf("CreateCollectionRequest");
    expect(required).toEqual(["name"]);
    expect(properties["name"]).toMatchObject({ type: "string", pattern: "^[a-zA-Z][a-zA-Z0-9_]{0,127}$" });
    expect(properties["chunk_size"]).toMatchObject({ minimum: 64, maximum: 10_000, default: 512 });
    expect(properties["chunk_overlap"]).toMatchObject({ minimum: 0, maximum: 5_000, default: 50 });
    expect(properties["default_top_k"]).toMatchObject({ minimum: 1, maximum: 1_000, default: 10 });
    expect(properties["default_search_mode"]).toMatchObject({
      type: ["string", "null"],
      enum: ["semantic", "keyword", "hybrid", null],
      default: "semantic",
    });
    expect(properties["reranking_enabled"]).toMatchObject({ default: false });
    expect(properties["reranking_model"]).toMatchObject({ default: "rerank-v3.5" });
  });

  test("include the bounds and defaults of query parameters", async () => {
    const { parameters = [] } = (await read()).paths["/v1/collections"]!["get"]!;
    expect(parameters.map((parameter) => [parameter["name"], parameter["in"], parameter["schema"]])).toEqual([
      ["name", "query", { type: "string" }],
      ["limit", "query", expect.objectContaining({ minimum: 1, maximum: 1_000, default: 100 })],
      ["offset", "query", expect.objectContaining({ minimum: 0, default: 0 })],
    ]);
  });

  test("declare which response fields are required and which can be null", async () => {
    const collection = await schemaOf("Collection");
    // Optional fields beyond the contract are present only if they are set.
    expect([...collection.required!, "default_alpha", "chunk_strategy", "default_ttl_seconds"]).toEqual(
      Object.keys(collection.properties),
    );
    expect(collection.properties["default_min_score"]).toMatchObject({ type: ["number", "null"] });
    const created = await server.api.createCollection("as_described");
    expect(Object.keys(created)).toEqual(collection.required);
    const result = await schemaOf("QueryResult");
    const optional = Object.keys(result.properties).filter((name) => result.required?.includes(name) !== true);
    // The text is absent only if `include` omits it.
    const extensions = ["expanded_text", "explanation", "embedding", "highlights", "citation", "links"];
    expect(optional).toEqual(["text", "collection", ...extensions]);
  });

  test("describe vectors as numbers and lists as arrays, and omit fields that JSON does not have", async () => {
    const { properties } = await schemaOf("VectorEntry");
    expect(properties["embedding"]).toMatchObject({ type: ["array", "null"], items: { type: "number" } });
    const webhook = await schemaOf("Webhook");
    expect(webhook.properties["collections"]).toMatchObject({ type: ["array", "null"], items: { type: "string" } });
    const update = await schemaOf("UpdateWebhookRequest");
    expect(Object.keys(update.properties)).toEqual(["url", "events", "collections", "description", "active"]);
    const text = JSON.stringify(await read());
    for (const hidden of ["clear_default_min_score", "all_collections", "UNSPECIFIED"]) {
      expect(text).not.toContain(hidden);
    }
  });

  test("describe forms, streams and downloads", async () => {
    const path = "/v1/collections/{collection_name}/documents";
    const { paths } = await read();
    const upload = paths[path]!["post"]!;
    expect(upload.requestBody!.content["multipart/form-data"]).toMatchObject({
      schema: { required: ["file"], properties: { file: { format: "binary" }, metadata: { type: "string" } } },
    });
    expect(Object.keys(upload.responses)).toEqual(expect.arrayContaining(["201", "400", "413"]));
    const download = paths[`${path}/{document_id}/file`]!["get"]!;
    expect(Object.keys(download.responses)).toEqual(expect.arrayContaining(["200", "206", "304", "416"]));
    const image = paths[`${path}/{document_id}/pages/{page}/image`]!["get"]!;
    expect(Object.keys(image.responses)).toEqual(expect.arrayContaining(["200", "206", "304", "404", "409", "503"]));
    const progress = paths[`${path}/{document_id}/progress`]!["get"]!;
    expect(Object.keys(progress.responses["200"]!["content"])).toEqual(["text/event-stream"]);
  });
});
