import { Boundary, Scope } from "@quarry/api";
import { Documents } from "@quarry/catalog";
import type { GroupAnswer, GroupRequest, GroupRoute, RouteGroup } from "@quarry/http/protocols";
import { runFor, runToEndFor } from "@quarry/http/rpc";
import type { Authenticator } from "@quarry/http/rpc/handler";
import { TextExtraction } from "@quarry/ingest";
import { notFound } from "@quarry/plugin/domain";
import { Effect, Redacted } from "effect";
import { makeEmbedFile } from "./embed-file.ts";
import { makeFileReads } from "./file-reads.ts";
import { librechatCallers } from "./librechat-callers.ts";
import { checkIds, readForm, readIds, readQuestion } from "./read-request.ts";

export interface LibrechatOptions {
  /** `JWT_SECRET` of LibreChat. */
  readonly jwtSecret: Redacted.Redacted;
  /** Collection that stores the files. */
  readonly collection: string;
  /** Maximum size of a file, in bytes. */
  readonly maxBytes: number;
  /** Wraps the authenticator with the limits of the service. */
  readonly limited: (callers: Authenticator) => Authenticator;
}

/** Creates the routes of LibreChat's rag_api below `/librechat`. */
export const makeLibrechatRoutes = Effect.fnUntraced(function* (options: LibrechatOptions) {
  const { jwtSecret, collection, maxBytes, limited } = options;
  const documents = yield* Documents;
  const extraction = yield* TextExtraction;
  const embed = yield* makeEmbedFile(options);
  const reads = yield* makeFileReads(collection);

  const extract = async (request: GroupRequest) => {
    const { fileId, filename, taken } = await request.whileWaiting(() =>
      readForm(request, "file", maxBytes, (name, bytes) => runFor(request.context, extraction.extract(name, bytes))),
    );
    const text = taken.pages.map((page) => page.text).join("\n\n");
    return { text, file_id: fileId, filename, known_type: true };
  };

  const searchSeveral = async (request: GroupRequest) => {
    const found = await reads.search(request, await readQuestion(request, "file_ids"));
    if (found.length === 0) throw notFound("No documents found for the given query");
    return found;
  };

  const remove = async (request: GroupRequest) => {
    const ids = await readIds(request);
    const found = await reads.files(request.context, ids);
    const removal = documents.removeMany(
      collection,
      found.map(({ id }) => id),
    );
    const { removed } = await runToEndFor(request.context, removal);
    return { message: `Documents for ${removed} file${removed === 1 ? "" : "s"} deleted successfully` };
  };

  const { READ, WRITE } = Scope;
  return {
    prefixes: ["/librechat"],
    authenticator: limited(librechatCallers(Redacted.value(jwtSecret), collection)),
    routes: [
      route("GET", "/health", Scope.NONE, async () => ({ status: "UP" })),
      route("POST", "/embed", WRITE, (request) => embed(request, "file")),
      route("POST", "/embed-upload", WRITE, (request) => embed(request, "uploaded_file")),
      route("POST", "/text", WRITE, extract),
      route("POST", "/query", READ, async (request) => reads.search(request, await readQuestion(request, "file_id"))),
      route("POST", "/query_multiple", READ, searchSeveral),
      route("GET", "/ids", READ, reads.ids),
      route("GET", "/documents", READ, async (request) =>
        reads.chunks(request, checkIds(request.query.getAll("ids"), "ids")),
      ),
      route("DELETE", "/documents", WRITE, remove),
      route("GET", "/documents/{id}/context", READ, (request) => reads.text(request, request.path("id"))),
    ],
  } satisfies RouteGroup;
});

const route = (
  verb: GroupRoute["verb"],
  path: string,
  scope: Scope,
  answer: (request: GroupRequest) => Promise<unknown>,
): GroupRoute => ({
  ...{ verb, path: `/librechat${path}`, scope, boundary: Boundary.KEPT },
  answer: async (request): Promise<GroupAnswer> => ({ json: await answer(request) }),
});
