import type { Boundary as BoundaryCare, Scope } from "@quarry/api";
import type { Authenticator } from "../../rpc/handler.ts";
import type { FailureWriter } from "../call/failure-writer.ts";
import type { GroupRequest } from "./group-request.ts";

/**
 * HTTP routes whose messages another protocol defines, so the contract can't express them. The server applies the same
 * rules as for its own routes: keys, scopes, access filters, rate limits, limits of bodies and answers, logs and
 * metrics.
 */
export interface RouteGroup {
  readonly routes: readonly GroupRoute[];
  /** Paths at and below which every failure has the group's own body, including unknown paths and wrong keys. */
  readonly prefixes: readonly string[];
  /** Paths with the group's own failure body, excluding the paths below them, where the contract has routes. */
  readonly paths?: readonly string[];
  /** Writes the failure body, and can add headers. Default: `{"detail", "code"}`, as for all other routes. */
  readonly failureBody?: FailureWriter;
  /** Identifies callers of the group. Default: the server's, which accepts keys and user tokens. */
  readonly authenticator?: Authenticator;
}

export interface GroupRoute {
  readonly verb: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path template, such as `/v1/files/{file_id}`. */
  readonly path: string;
  /** Required scope; `Scope.NONE` admits callers without a key. */
  readonly scope: Scope;
  /** Whether the route respects access filters; see the option `boundary` of the contract. */
  readonly boundary: BoundaryCare;
  answer(request: GroupRequest): Promise<GroupAnswer>;
}

export type GroupAnswer = JsonAnswer | BytesAnswer;

export interface JsonAnswer {
  /** Default 200. */
  readonly status?: number;
  readonly json: unknown;
}

export interface BytesAnswer {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly size: number;
  readonly mediaType: string;
  readonly filename: string;
}
