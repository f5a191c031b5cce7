import type { Boundary as BoundaryCare, Scope } from "@quarry/api";
import type { Authenticator } from "../../rpc/handler.ts";
import type { FailureWriter } from "../call/failure-writer.ts";
import type { GroupRequest } from "./group-request.ts";

/**
 * HTTP routes whose shapes another protocol defines, so that they can't be written in the contract. The server treats them
 * as its own: the same keys, scopes, access filters, rates, limits of bodies and answers, logs and metrics.
 */
export interface RouteGroup {
  readonly routes: readonly GroupRoute[];
  /** Paths at and below which every failure has the group's own body, unknown paths and wrong keys included. */
  readonly prefixes: readonly string[];
  /** Paths of which the same holds, but of none below them: the contract has routes there. */
  readonly paths?: readonly string[];
  /** Default: `{"detail", "code"}`, as everywhere. May add headers. */
  readonly failureBody?: FailureWriter;
  /** Identifies callers of the group. Default: the server's, which knows keys and user tokens. */
  readonly authenticator?: Authenticator;
}

export interface GroupRoute {
  readonly verb: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Such as `/v1/files/{file_id}`. */
  readonly path: string;
  /** `Scope.NONE` lets callers in without a key. */
  readonly scope: Scope;
  /** Whether the route keeps access filters; see the option `boundary` of the contract. */
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
