import { Boundary, Scope } from "@quarry/api";
import { Queries } from "@quarry/catalog";
import type { GroupRequest, RouteGroup } from "@quarry/http/protocols";
import { authorize, runFor } from "@quarry/http/rpc";
import { TextExtraction } from "@quarry/ingest";
import { describeValue, invalidArgument, isJsonObject, limits } from "@quarry/plugin/domain";
import { Effect } from "effect";
import { toSearchResult } from "./search-result.ts";

const MAX_BODY_BYTES = 262_144;

/** Default number of results, as in Open WebUI. */
const DEFAULT_COUNT = 3;

/**
 * Creates the routes below `/open-webui`: an external document loader, and an external web search over one collection.
 */
export const makeOpenWebuiRoutes: Effect.Effect<RouteGroup, never, Queries | TextExtraction> = Effect.gen(function* () {
  const queries = yield* Queries;
  const extraction = yield* TextExtraction;

  /** Returns one document per page, so that Open WebUI's citations include the page. */
  const process = async (request: GroupRequest) => {
    const filename = nameOf(request.context.header("x-filename"));
    const { pages } = await runFor(request.context, extraction.extract(filename, request.bytes()));
    return {
      json: pages.map(({ page, text }) => ({
        page_content: text,
        metadata: { source: filename, filename, ...(page !== null && { page }) },
      })),
    };
  };

  const search = async (request: GroupRequest) => {
    const collection = request.path("collection");
    authorize(request.principal, Scope.READ, collection);
    const { query, count } = readSearch(await request.json(MAX_BODY_BYTES));
    const requested = queries.query(collection, { query, topK: count, citations: true });
    const { results } = await runFor(request.context, requested);
    return { json: results.map(toSearchResult) };
  };

  return {
    prefixes: ["/open-webui"],
    routes: [
      {
        ...{ verb: "PUT", path: "/open-webui/process", answer: process },
        // It costs as much as an upload, but neither stores anything nor reveals stored data.
        ...{ scope: Scope.WRITE, boundary: Boundary.UNTOUCHED },
      },
      {
        ...{ verb: "POST", path: "/open-webui/search/{collection}", answer: search },
        ...{ scope: Scope.READ, boundary: Boundary.KEPT },
      },
    ],
  };
});

/** Decodes the file name, which Open WebUI percent-encodes. */
const nameOf = (header: string | undefined): string => {
  if (header === undefined || header === "") throw invalidArgument("X-Filename: is required");
  try {
    return decodeURIComponent(header);
  } catch {
    throw invalidArgument(`X-Filename: must be quoted as in a URL, got ${describeValue(header)}`);
  }
};

const readSearch = (body: unknown): { readonly query: string; readonly count: number } => {
  if (!isJsonObject(body as never)) {
    throw invalidArgument(`The request body must be a JSON object, got ${describeValue(body)}`);
  }
  const { query, count } = body as { readonly query?: unknown; readonly count?: unknown };
  if (typeof query !== "string" || query === "") {
    throw invalidArgument(`query: is required and must be a string that is not empty, got ${describeValue(query)}`);
  }
  const most = count ?? DEFAULT_COUNT;
  if (!Number.isInteger(most) || (most as number) < 1 || (most as number) > limits.MAX_TOP_K) {
    throw invalidArgument(`count: must be an integer from 1 to ${limits.MAX_TOP_K}, got ${describeValue(count)}`);
  }
  return { query, count: most as number };
};
