import { Boundary, Scope } from "@quarry/api";
import { collectionNotFound, Queries } from "@quarry/catalog";
import type { FailureWriter, GroupRequest, RouteGroup } from "@quarry/http/protocols";
import { authorize, runFor } from "@quarry/http/rpc";
import { isUuid } from "@quarry/plugin/domain";
import { CollectionRepository } from "@quarry/store";
import { Effect } from "effect";
import { readRetrieval } from "./read-retrieval.ts";
import { toRecord } from "./to-record.ts";

/** Maximum body size. Even the longest query with many conditions is a fraction of it. */
const MAX_BODY_BYTES = 1_048_576;

/** Routes of Dify's External Knowledge API, with the endpoint `/dify`. */
export const makeDifyRoutes: Effect.Effect<RouteGroup, never, CollectionRepository | Queries> = Effect.gen(
  function* () {
    const queries = yield* Queries;
    const repository = yield* CollectionRepository;

    /**
     * Resolves a collection by its name or its id. The id of a collection that the key may not access is treated as
     * unknown.
     */
    const collectionNamed = async ({ context, principal }: GroupRequest, knowledgeId: string): Promise<string> => {
      const found = isUuid(knowledgeId) ? await runFor(context, repository.findById(knowledgeId)) : undefined;
      if (found === undefined) authorize(principal, Scope.READ, knowledgeId);
      else if (principal.collections?.has(found.name) === false) throw collectionNotFound(knowledgeId);
      return found?.name ?? knowledgeId;
    };

    const retrieve = async (request: GroupRequest) => {
      const { knowledgeId, query } = readRetrieval(await request.json(MAX_BODY_BYTES));
      const name = await collectionNamed(request, knowledgeId);
      const { results } = await runFor(request.context, queries.query(name, query));
      return { json: { records: results.map(toRecord) } };
    };

    return {
      prefixes: ["/dify"],
      failureBody,
      routes: [{ verb: "POST", path: "/dify/retrieval", scope: Scope.READ, boundary: Boundary.KEPT, answer: retrieve }],
    };
  },
);

/** Error codes that Dify's documentation suggests. Every other failure returns its HTTP status as code. */
const CODES: Readonly<Record<number, number>> = { 401: 1002, 403: 1002, 404: 2001 };

const failureBody: FailureWriter = ({ status, detail }) =>
  JSON.stringify({ error_code: isWithoutToken(detail) ? 1001 : (CODES[status] ?? status), error_msg: detail });

const isWithoutToken = (detail: string): boolean =>
  detail.startsWith("Authorization:") && detail.endsWith("no such header");
