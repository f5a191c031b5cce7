import { type DescMethod, getOption } from "@bufbuild/protobuf";
import { required_scope, response_kind, ResponseKind, Scope } from "@quarry/api";
import type { ErrorCode } from "@quarry/plugin/domain";
import { failureCodesOf } from "../call/failure-codes.ts";
import { httpStatus } from "../call/http-status.ts";
import { listsOf } from "../json/json-segments.ts";
import { headerRefs } from "./headers.ts";
import { type JsonNode, ref } from "./json-schema.ts";

/** Schema of the body of every failure. */
export const FAILURE_SCHEMA: JsonNode = {
  type: "object",
  description: "Why a request failed.",
  properties: {
    detail: { type: "string", description: "Names the field, the value and what is allowed.", minLength: 1 },
    code: {
      type: "string",
      description: "The kind of failure, for programs. Stable, unlike `detail`.",
      pattern: "^[a-z]+(_[a-z]+)*$",
    },
  },
  required: ["detail", "code"],
};

interface Failure {
  readonly status: number;
  readonly name: string;
  readonly description: string;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly headers?: readonly string[];
}

const FAILURES: readonly Failure[] = [
  {
    status: 400,
    name: "BadRequest",
    description: "The request is invalid.",
    detail: "top_k: must be an integer from 1 to 1000, got 0",
    code: "invalid_argument",
  },
  {
    status: 401,
    name: "Unauthorized",
    description: "The token is missing or invalid.",
    detail: "Authorization: must be 'Bearer <API secret>', got no such header",
    code: "unauthenticated",
    headers: ["WWW-Authenticate"],
  },
  {
    status: 403,
    name: "Forbidden",
    description: "The key is valid, but lacks the permission.",
    detail: "This needs a key with the scope write, got one with read",
    code: "permission_denied",
  },
  {
    status: 404,
    name: "NotFound",
    description: "The resource does not exist.",
    detail: "collection 'handbook' does not exist",
    code: "not_found",
  },
  {
    status: 409,
    name: "Conflict",
    description: "The request conflicts with the current state.",
    detail: "name: a collection 'handbook' already exists",
    code: "already_exists",
  },
  {
    status: 412,
    name: "PreconditionFailed",
    description: "The resource has changed since the state that the request names.",
    detail:
      "if_updated_at: 2026-11-20T10:00:00.000Z is outdated: document 0192e4a0-7c1e-7a44-b5a1-3f7f1c2d9e10 has 2026-11-20T10:05:00.000Z; read it again",
    code: "outdated",
  },
  {
    status: 413,
    name: "TooLarge",
    description: "The request body, or the response, exceeds the service's limit.",
    detail: "file: must be at most 1024 MB, got a larger upload",
    code: "too_large",
  },
  {
    status: 416,
    name: "RangeNotSatisfiable",
    description: "The range begins after the end of the file.",
    detail: "Range: must start before the end of the file (48213 bytes), got a range after it",
    code: "out_of_range",
    headers: ["Content-Range"],
  },
  {
    status: 429,
    name: "TooManyRequests",
    description: "Too many requests: a rate limit of the service or of a provider is reached.",
    detail: "Too many requests: at most 600 a minute with this key; try again in 1 s",
    code: "resource_exhausted",
    headers: ["Retry-After"],
  },
  {
    status: 500,
    name: "InternalError",
    description: "An internal error; the log has the details under the request id.",
    detail: "Internal server error",
    code: "internal",
  },
  {
    status: 501,
    name: "NotImplemented",
    description: "Not available in this version of the service.",
    detail: "DocumentService.ReprocessDocument is not available in this version",
    code: "unimplemented",
  },
  {
    status: 503,
    name: "Unavailable",
    description: "A dependency is unavailable, or the service is stopping.",
    detail: "The server is shutting down",
    code: "unavailable",
    headers: ["Retry-After"],
  },
];

/** Returns the document's shared failure responses with the given names. */
export function failureResponses(names: ReadonlySet<string>): JsonNode {
  const used = FAILURES.filter((failure) => names.has(failure.name));
  return Object.fromEntries(used.map((failure) => [failure.name, failureResponse(failure)]));
}

function failureResponse({ description, detail, code, headers = [] }: Failure): JsonNode {
  return {
    description,
    headers: headerRefs(...headers),
    content: { "application/json": { schema: ref("schemas", "Failure"), example: { detail, code } } },
  };
}

/** Properties of an operation that decide how it can fail. */
export interface FailingOperation {
  readonly method: DescMethod;
  readonly hasBody: boolean;
  readonly isImplemented: boolean;
}

/**
 * Returns the failures of an operation, ordered by status: those that its rpc declares directly or through other
 * options.
 */
export function failuresOf(operation: FailingOperation): readonly Failure[] {
  const statuses = new Set([...codesOf(operation)].map(httpStatus));
  return FAILURES.filter((failure) => statuses.has(failure.status));
}

function codesOf({ method, hasBody, isImplemented }: FailingOperation): ReadonlySet<ErrorCode> {
  const isOpen = getOption(method, required_scope) === Scope.NONE;
  const isDownload = getOption(method, response_kind) === ResponseKind.BINARY;
  return new Set<ErrorCode>([
    ...failureCodesOf(method),
    ...(["invalid_argument", "internal", "unavailable"] as const),
    ...(isOpen ? [] : (["unauthenticated", "permission_denied", "resource_exhausted"] as const)),
    ...(hasBody || (!isOpen && listsOf(method.output).length > 0) ? (["too_large"] as const) : []),
    ...(isDownload ? (["out_of_range"] as const) : []),
    ...(isImplemented ? [] : (["unimplemented"] as const)),
  ]);
}
