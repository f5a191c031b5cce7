import type { Message } from "@bufbuild/protobuf";
import type { Authenticator } from "../../rpc/handler.ts";
import type { MethodPlan } from "../call/method-plan.ts";
import type { HttpCall } from "../http/http-call.ts";
import type { Routed } from "./route-tree.ts";

/** One verb and path that the server answers. */
export interface ServedRoute extends Routed {
  readonly plan: Pick<MethodPlan, "scope" | "checkCaller">;
  /** The path with its variables' names. */
  readonly template: string;
  /** Identifies its callers. Default: the server's. */
  readonly authenticator?: Authenticator | undefined;
  /** Answers a call whose caller may make it. Rejects with what went wrong before anything was sent. */
  answer(call: HttpCall, match: PathMatch): Promise<void>;
}

/** One verb and path of an rpc. */
export interface RestRoute extends ServedRoute {
  readonly plan: MethodPlan;
}

/** Values in the path and the query string of a request. */
export interface PathMatch {
  /** Values of the path's variables, still percent-encoded. */
  readonly values: readonly string[];
  /** The query string without its question mark. */
  readonly query: string;
}

/** Reads a request message out of a path match and, where there is one, the body. */
export type RequestReader = (call: HttpCall, match: PathMatch) => Message | Promise<Message>;
