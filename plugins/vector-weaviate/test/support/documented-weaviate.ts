import { type GrpcAnswer, type GrpcCall, type HttpAnswer, WireServer } from "./wire-server.ts";

type Request = GrpcCall["request"];
type Stored = Request;

interface Class {
  readonly definition: unknown;
  readonly objects: Map<string, Stored>;
}

/** `QUERY_MAXIMUM_RESULTS`. */
const MAX_RESULTS = 10_000;

const refused = (text: string): GrpcAnswer => ({ status: 2, text });

/**
 * In-memory Weaviate that follows its documentation, for the requests of this plugin: lists of words tokenised as
 * fields, filters by ContainsAny and ContainsNone, a cursor that takes no filter, at most 10,000 results, dot products.
 * It shows that this side is correct if Weaviate follows its documentation; it doesn't show that Weaviate does.
 */
export class DocumentedWeaviate {
  readonly #classes = new Map<string, Class>();

  /** Handles the server's requests from now on. */
  serve(server: WireServer): void {
    server.onHttp = (line, body) => this.#http(line, body);
    server.onGrpc = (method, request) => this.#grpc(method, request);
  }

  #http(line: string, body: unknown): HttpAnswer {
    const [method, path] = line.split(" ") as [string, string];
    if (path === "/v1/meta") return { status: 200, body: { version: "1.39.0" } };
    if (path === "/v1/.well-known/ready") return { status: 200 };
    if (method === "POST") {
      const name = (body as { class: string }).class;
      if (this.#classes.has(name)) return { status: 422, body: { error: `class ${name} already exists` } };
      this.#classes.set(name, { definition: body, objects: new Map() });
      return { status: 200, body };
    }
    const name = path.split("/").at(-1)!;
    const found = this.#classes.get(name);
    if (found === undefined) return { status: 404 };
    if (method === "DELETE") this.#classes.delete(name);
    return { status: 200, body: found.definition };
  }

  #grpc(method: string, request: Request): GrpcAnswer {
    if (method === "BatchObjects") return this.#put(request.objects);
    const found = this.#classes.get(request.collection);
    if (found === undefined) return refused(`could not find class ${request.collection} in schema`);
    const matching = [...found.objects.values()].filter(matcher(request.filters));
    switch (method) {
      case "Search":
        return search(request, matching);
      case "Aggregate":
        return { reply: { singleResult: { objectsCount: matching.length } } };
      case "BatchDelete": {
        const deleted = matching.slice(0, MAX_RESULTS);
        for (const { uuid } of deleted) found.objects.delete(uuid);
        return { reply: { matches: deleted.length, successful: deleted.length, failed: 0 } };
      }
      default:
        return { status: 12, text: `no method ${method}` };
    }
  }

  #put(objects: readonly Stored[]): GrpcAnswer {
    for (const object of objects) {
      const found = this.#classes.get(object.collection);
      if (found === undefined) return refused(`could not find class ${object.collection} in schema`);
      // Field values are trimmed.
      for (const list of object.properties.textArrayProperties) {
        list.values = list.values.map((value: string) => value.trim());
      }
      // A replaced object moves to a new position in the response order.
      found.objects.delete(object.uuid);
      found.objects.set(object.uuid, object);
    }
    return { reply: {} };
  }
}

const search = (request: Request, matching: readonly Stored[]): GrpcAnswer => {
  const { limit, after, filters, nearVector } = request;
  if (limit > MAX_RESULTS) return refused("query maximum results exceeded");
  if (after !== "" && filters !== undefined) return refused("where cannot be set with after and limit parameters");
  if (nearVector !== undefined) {
    const requested = numbersOf(nearVector.vectors[0].vectorBytes);
    const near = matching
      .map((object) => ({ object, distance: -dot(requested, numbersOf(object.vectors[0].vectorBytes)) }))
      .toSorted((a, b) => a.distance - b.distance);
    const results = near.slice(0, limit).map(({ object, distance }) => resultOf(request, object, distance));
    return { reply: { results } };
  }
  const ordered = filters === undefined ? matching.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)) : matching;
  const behind = ordered.filter(({ uuid }) => after === "" || uuid > after);
  return { reply: { results: behind.slice(0, limit).map((object) => resultOf(request, object)) } };
};

const resultOf = ({ metadata, properties }: Request, object: Stored, distance?: number) => ({
  metadata: {
    id: metadata?.uuid === true ? object.uuid : "",
    ...(distance !== undefined && metadata?.distance === true && { distance, distancePresent: true }),
    vectors: object.vectors.filter(({ name }: { name: string }) => metadata?.vectors.includes(name)),
  },
  properties: {
    nonRefProps: {
      fields: Object.fromEntries(
        (properties?.nonRefProperties ?? []).map((name: string) => [
          name,
          { textValue: object.properties.nonRefProperties[name] },
        ]),
      ),
    },
  },
});

const matcher = (filters: Request): ((object: Stored) => boolean) => {
  if (filters === undefined) return () => true;
  const parts = filters.filters.map(matcher) as readonly ((object: Stored) => boolean)[];
  const requested = new Set((filters.valueTextArray?.values ?? []).map((value: string) => value.trim()));
  const holdsOne = (object: Stored) => valuesOf(object, filters.target.property).some((value) => requested.has(value));
  switch (filters.operator) {
    case 7:
      return (object) => parts.every((part) => part(object));
    case 8:
      return (object) => parts.some((part) => part(object));
    case 12:
      return holdsOne;
    case 14:
      return (object) => !holdsOne(object);
    default:
      throw new Error(`no operator ${filters.operator}`);
  }
};

const valuesOf = (object: Stored, property: string): readonly string[] => {
  if (property === "_id") return [object.uuid];
  const lists: readonly { propName: string; values: string[] }[] = object.properties.textArrayProperties;
  return lists.find(({ propName }) => propName === property)?.values ?? [];
};

const numbersOf = (bytes: Uint8Array): readonly number[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.byteLength / 4 }, (_, index) => view.getFloat32(index * 4, true));
};

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + value * b[index]!, 0);
