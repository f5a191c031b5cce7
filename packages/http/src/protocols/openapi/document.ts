import type { BoundService } from "../../rpc/handler.ts";
import { commentOf } from "./comments.ts";
import { FAILURE_SCHEMA, failureResponses } from "./failures.ts";
import { HEADERS } from "./headers.ts";
import type { JsonNode } from "./json-schema.ts";
import { type Operation, operationsOf, tagName } from "./operations.ts";
import { SchemaBook } from "./schema-book.ts";

export interface OpenApiOptions {
  /** Services as they are served: an rpc without a handler is described with a 501. */
  readonly services: readonly BoundService[];
  /** Version of the service. */
  readonly version: string;
}

/** Builds the OpenAPI 3.1 description of the REST contract, from the descriptors and their comments only. */
export function openApiDocument({ services, version }: OpenApiOptions): JsonNode {
  const book = new SchemaBook();
  book.add("Failure", FAILURE_SCHEMA);
  const operations = services.flatMap((service) => operationsOf(service, book));
  const served = services.filter((bound) => operationsOf(bound, book).length > 0);
  const failures = new Set(operations.flatMap((operation) => operation.failures));
  return {
    openapi: "3.1.1",
    info: info(version),
    servers: [{ url: "/", description: "This service." }],
    tags: served.map(({ service }) => ({ name: tagName(service.name), description: commentOf(service) })),
    security: [{ bearer: [] }],
    paths: paths(operations),
    components: {
      schemas: book.schemas,
      responses: failureResponses(failures),
      headers: HEADERS,
      securitySchemes: { bearer: { type: "http", scheme: "bearer", description: "The API secret, or a scoped key." } },
    },
  };
}

const info = (version: string): JsonNode => ({
  title: "Quarry",
  version,
  summary: "Ingests documents, makes them searchable and returns the relevant passages.",
  description:
    "Bodies are JSON, except for uploads (forms), downloads (bytes) and progress (server-sent events). Unknown fields are " +
    'ignored and named in `X-Ignored-Fields`, except those close to a known one, which are refused with a suggestion; a null means "not given", nothing is clamped or coerced, and an integer in metadata or filters beyond ±9007199254740991, which a double would round, is refused. Timestamps are UTC with milliseconds. Every ' +
    'failure is `{"detail": …, "code": …}`. Every response has `X-Request-Id`: the caller\'s own, if it is valid.\n\n' +
    '"Extension" at the end of a description marks an optional addition to the contract\'s core, which is off by ' +
    "default, so that a client that doesn't know it sees no difference.",
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
});

function paths(operations: readonly Operation[]): JsonNode {
  const byPath: Record<string, Record<string, JsonNode>> = {};
  for (const { path, verb, node } of operations) {
    const verbs = (byPath[path] ??= {});
    verbs[verb] = verbs[verb] === undefined ? node : mergeBodies(verbs[verb], node);
  }
  return byPath;
}

/** Merges two rpcs with the same verb and path, whose bodies differ in their media type, into one operation. */
function mergeBodies(one: JsonNode, other: JsonNode): JsonNode {
  const [oneBody, otherBody] = [one["requestBody"] as JsonNode, other["requestBody"] as JsonNode];
  const content = { ...(oneBody["content"] as JsonNode), ...(otherBody["content"] as JsonNode) };
  return {
    ...other,
    ...one,
    description: `${one["description"] as string} As JSON: ${other["description"] as string}`,
    responses: { ...(other["responses"] as JsonNode), ...(one["responses"] as JsonNode) },
    requestBody: {
      required: true,
      description: `${oneBody["description"] as string} Or, as JSON: ${otherBody["description"] as string}`,
      content,
    },
  };
}
