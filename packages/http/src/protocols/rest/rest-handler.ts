import { Scope } from "@quarry/api";
import { notFound } from "@quarry/plugin/domain";
import type { Authenticator } from "../../rpc/handler.ts";
import { type ErrorListener, isServiceFault, toFailure } from "../call/failure.ts";
import { authenticateCall } from "../call/authenticate-call.ts";
import { answerDetail, answerFailure } from "../http/answer.ts";
import { CallerDisconnected, type HttpCall } from "../http/http-call.ts";
import type { ServedRoute } from "./rest-route.ts";
import { type RouteMatch, RouteTree } from "./route-tree.ts";

/** Prefix of all paths that need a token, whether they exist or not, so that a stranger can't tell which exist. */
const PROTECTED_PREFIX = "/v1";

export interface RestHandlerOptions {
  readonly routes: readonly ServedRoute[];
  readonly authenticator: Authenticator;
  readonly onError: ErrorListener;
}

/** Answers HTTP requests by the routes of the contract, and everything else with `{"detail": …, "code": …}`. */
export class RestHandler {
  readonly #tree = new RouteTree<ServedRoute>();
  readonly #authenticator: Authenticator;
  readonly #onError: ErrorListener;

  constructor(options: RestHandlerOptions) {
    for (const route of options.routes) this.#tree.add(route);
    this.#authenticator = options.authenticator;
    this.#onError = options.onError;
  }

  /** Whether a path belongs to the contract: one of its routes, or any path under the protected prefix. */
  serves(path: string): boolean {
    return isProtected(path) || this.#tree.find("GET", path) !== undefined;
  }

  /** Answers the call, also on errors; never rejects. */
  async handle(call: HttpCall, path: string, query: string): Promise<void> {
    try {
      await this.#answer(call, path, query);
    } catch (error) {
      this.#answerError(call, error);
    }
  }

  async #answer(call: HttpCall, path: string, query: string): Promise<void> {
    const verb = call.request.method!;
    const match = this.#tree.find(verb === "HEAD" ? "GET" : verb, path);
    const { route } = match ?? {};
    if (route === undefined ? isProtected(path) : route.plan.scope !== Scope.NONE) {
      authenticateCall(call, route?.authenticator ?? this.#authenticator, call.request.headers.authorization);
    }
    if (match === undefined) throw notFound("Not found: no such path");
    if (route === undefined) return answerOtherVerb(call, match);
    call.route = route.template;
    route.plan.checkCaller(call.principal);
    await route.answer(call, { values: match.values, query });
  }

  #answerError(call: HttpCall, error: unknown): void {
    // A caller that disconnected needs no answer, and failures caused by that are no fault of the service.
    if (call.isDisconnected || error instanceof CallerDisconnected) return void call.response.destroy();
    const failure = toFailure(error);
    if (isServiceFault(failure)) this.#onError(error, call.requestId);
    // Once the status line is sent, only a broken connection can signal an incomplete answer.
    if (call.response.headersSent) call.response.destroy();
    else answerFailure(call, failure);
  }
}

const isProtected = (path: string): boolean =>
  path.startsWith(PROTECTED_PREFIX) &&
  (path.length === PROTECTED_PREFIX.length || path[PROTECTED_PREFIX.length] === "/");

/** Answers OPTIONS with the verbs of a path, and any unsupported verb with 405. */
function answerOtherVerb(call: HttpCall, match: RouteMatch<ServedRoute>): void {
  const verbs = new Set([...match.verbs, ...(match.verbs.includes("GET") ? ["HEAD"] : []), "OPTIONS"]);
  const allow = [...verbs].join(", ");
  call.responseHeaders.set("allow", allow);
  if (call.request.method !== "OPTIONS") {
    return answerDetail(call, 405, `Method not allowed: must be one of ${allow}, got ${call.request.method}`);
  }
  call.response.writeHead(204, ["X-Request-Id", call.requestId, "Allow", allow]).end();
}
