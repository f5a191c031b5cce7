import type { Message } from "@bufbuild/protobuf";
import type { Authenticator } from "../../rpc/handler.ts";
import type { MethodPlan } from "../call/method-plan.ts";
import type { HttpCall } from "../http/http-call.ts";
import type { Routed } from "./route-tree.ts";

/** Verb and path that the server answers. */
export interface ServedRoute extends Routed {
  readonly plan: Pick<MethodPlan, "scope" | "checkCaller">;
  /** Path with the names of its variables. */
  readonly template: string;
  /** Identifies the route's callers. Default: the server's. */
  readonly authenticator?: Authenticator | undefined;
  /** Answers a call that is already authorised. Rejects with a failure that occurs before anything is sent. */
  answer(call: HttpCall, match: PathMatch): Promise<void>;
}

/** Verb and path of an rpc. */
export interface RestRoute extends ServedRoute {
  readonly plan: MethodPlan;
}

/** Values in the path and the query string of a request. */
export interface PathMatch {
  /** Values of the path's variables, still percent-encoded. */
  readonly values: readonly string[];
  /** Query string without its question mark. */
  readonly query: string;
}

/** Builds a request message from a path match and, if there is one, the body. */
export type RequestReader = (call: HttpCall, match: PathMatch) => Message | Promise<Message>;
