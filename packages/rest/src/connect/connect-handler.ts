import { createContextValues, type HandlerContext } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import type { Authenticator } from "@quarry/rpc/handler";
import { Scope } from "@quarry/api";
import { type MethodPlan, unauthenticated } from "../call/method-plan.ts";
import type { GrpcProtocol } from "../grpc/grpc-protocol.ts";
import { connectMethod, type ConnectMethodOptions } from "./connect-methods.ts";
import type { HttpCall } from "../http/http-call.ts";
import { httpCallKey, httpCallOf } from "./connect-context.ts";
import { toConnectError } from "./connect-failure.ts";

export interface ConnectHandlerOptions extends ConnectMethodOptions {
  readonly plans: readonly MethodPlan[];
  readonly authenticator: Authenticator;
  /** Largest single message, in bytes. */
  readonly maxMessageBytes: number;
  /** Services of the gRPC protocol itself, open to everyone. */
  readonly protocol: GrpcProtocol;
}

/** Serves Connect, gRPC and gRPC-web on the paths `/package.Service/Method`. */
export class ConnectHandler {
  readonly #paths: ReadonlySet<string>;
  readonly #calls = new WeakMap<object, HttpCall>();
  readonly #serve: ReturnType<typeof connectNodeAdapter>;

  constructor(options: ConnectHandlerOptions) {
    const plans = new Map(options.plans.map((plan) => [pathOf(plan), plan]));
    this.#paths = new Set([...plans.keys(), ...options.protocol.paths]);
    this.#serve = connectNodeAdapter({
      routes: (router) => {
        for (const plan of options.plans) router.rpc(plan.method, connectMethod(plan, options));
        options.protocol.register(router);
      },
      readMaxBytes: options.maxMessageBytes,
      contextValues: (request) => createContextValues().set(httpCallKey, this.#calls.get(request)),
      requestGate: (context) => openGate(context, options, plans),
    });
  }

  /** Whether a path is one of the rpcs'. */
  owns(path: string): boolean {
    return this.#paths.has(path);
  }

  /** Answers a request on an owned path. Throws on a request that is not even well-formed HTTP (a bad host). */
  handle(call: HttpCall): void {
    this.#calls.set(call.request, call);
    call.response.setHeader("X-Request-Id", call.requestId);
    this.#serve(call.request, call.response);
  }
}

const pathOf = ({ method }: MethodPlan): string => `/${method.parent.typeName}/${method.name}`;

/** Decides who calls, and whether they may, before anything of the body is read. */
function openGate(
  context: HandlerContext,
  options: ConnectHandlerOptions,
  plans: ReadonlyMap<string, MethodPlan>,
): void {
  const plan = plans.get(`/${context.service.typeName}/${context.method.name}`);
  if (plan === undefined || plan.scope === Scope.NONE) return;
  const call = httpCallOf(context);
  const authorization = context.requestHeader.get("authorization") ?? undefined;
  try {
    const principal = options.authenticator.authenticate(authorization);
    if (principal === undefined) throw unauthenticated(authorization);
    plan.checkScope(principal);
    call.principal = principal;
  } catch (error) {
    throw toConnectError(error, call.requestId, false, options.onError);
  }
}
