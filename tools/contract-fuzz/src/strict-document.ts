/** Fields of an OpenAPI document that are used. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}

type Schema = Readonly<Record<string, unknown>>;

/**
 * Returns the document with closed response schemas: an unlisted field is then a violation. The served document leaves
 * them open, so that generated clients still work when a field is added.
 */
export function strictDocument(document: OpenApiDocument): OpenApiDocument {
  const inRequests = new Set<string>();
  for (const { requestBody } of operationsOf(document)) collectReferences(requestBody, document, inRequests);
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    inRequests.has(name) || schema["type"] !== "object" ? schema : { ...schema, additionalProperties: false },
  ]);
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
}

/**
 * Returns the document with the examples' webhooks on a port of this machine on which no server listens: deliveries
 * must fail here, and never leave the machine.
 */
export const withLocalWebhooks = (document: OpenApiDocument): OpenApiDocument =>
  JSON.parse(JSON.stringify(document).replaceAll("https://example.com/", "http://localhost:9/")) as OpenApiDocument;

/** Collections of the sample data, and the length of the first one's vectors; see `sample-data.ts`. */
export interface Samples {
  readonly collections: readonly string[];
  readonly dimension: number;
}

/** Fields of the document's schemas that name collections, or contain a vector. */
interface SampledSchemas {
  readonly MultiQueryRequest: { readonly properties: { readonly collections: { items: object } } };
  readonly BatchQueryItem: { readonly properties: { collection: object } };
  readonly VectorEntry: { readonly properties: { embedding: object } };
}

/**
 * Returns the document with values specific to this server: its collections and the vector length. The generator would
 * practically never guess either.
 */
export function withSamples(document: OpenApiDocument, { collections, dimension }: Samples): OpenApiDocument {
  const changed = structuredClone(document);
  const { MultiQueryRequest, BatchQueryItem, VectorEntry } = changed.components.schemas as unknown as SampledSchemas;
  const name = { type: "string", enum: collections };
  MultiQueryRequest.properties.collections.items = name;
  BatchQueryItem.properties.collection = name;
  VectorEntry.properties.embedding = {
    ...VectorEntry.properties.embedding,
    minItems: dimension,
    maxItems: dimension,
  };
  return changed;
}

/** Returns the number of operations that answer 501, because this version has no handler for them. */
export const unimplementedOperations = (document: OpenApiDocument): number =>
  operationsOf(document).filter(({ responses }) => "501" in responses).length;

const operationsOf = (document: OpenApiDocument): Operation[] => Object.values(document.paths).flatMap(Object.values);

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;

function collectReferences(part: unknown, document: OpenApiDocument, names: Set<string>): void {
  for (const [, name] of (JSON.stringify(part) ?? "").matchAll(REFERENCE)) {
    if (names.has(name!)) continue;
    names.add(name!);
    collectReferences(document.components.schemas[name!], document, names);
  }
}
