import {
  Code,
  ConnectError,
  type ConnectRouter,
  createConnectRouter,
  createContextValues,
  type HandlerContext,
} from "@connectrpc/connect";
import type { UniversalHandler } from "@connectrpc/connect/protocol";
import {
  compressionBrotli,
  compressionGzip,
  universalRequestFromNodeRequest,
  universalResponseToNodeResponse,
} from "@connectrpc/connect-node";
import type { Authenticator } from "../../rpc/handler.ts";
import { Scope } from "@quarry/api";
import { authenticateCall } from "../call/authenticate-call.ts";
import type { MethodPlan } from "../call/method-plan.ts";
import type { GrpcProtocol } from "../grpc/grpc-protocol.ts";
import { CallerDisconnected, type HttpCall } from "../http/http-call.ts";
import type { Intake } from "../intake/intake.ts";
import { ArrivedMessages, arrivedKey } from "./arrived-messages.ts";
import { httpCallKey, httpCallOf } from "./connect-context.ts";
import { toConnectError } from "./connect-failure.ts";
import { connectMethod, type ConnectMethodOptions, MAX_LIBRARY_BYTES } from "./connect-methods.ts";
import { MessageIntake } from "./message-intake.ts";
import { WrittenAnswer, writtenKey } from "./written-answer.ts";

export interface ConnectHandlerOptions extends ConnectMethodOptions {
  readonly plans: readonly MethodPlan[];
  readonly authenticator: Authenticator;
  readonly intake: Intake;
  /** Services of the gRPC protocol itself, open to every caller. */
  readonly protocol: GrpcProtocol;
}

/** Replaces `MAX_LIBRARY_BYTES` for calls without a key. */
const MAX_OPEN_BYTES = 4_096;

/** Serves Connect, gRPC and gRPC-web on the paths `/package.Service/Method`. */
export class ConnectHandler {
  readonly #handlers: ReadonlyMap<string, UniversalHandler>;
  readonly #intakes: ReadonlyMap<string, MessageIntake>;
  readonly #onError: ConnectHandlerOptions["onError"];

  constructor(options: ConnectHandlerOptions) {
    const plans = new Map(options.plans.map((plan) => [pathOf(plan), plan]));
    const router: ConnectRouter = createConnectRouter({
      acceptCompression: [compressionGzip, compressionBrotli],
      requestGate: (context) => openGate(context, options, plans),
    });
    for (const plan of options.plans) {
      const readMaxBytes = plan.scope === Scope.NONE ? MAX_OPEN_BYTES : MAX_LIBRARY_BYTES;
      router.rpc(plan.method, connectMethod(plan, options), { readMaxBytes });
    }
    options.protocol.register(router, { readMaxBytes: MAX_OPEN_BYTES });
    this.#handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]));
    this.#intakes = new Map([...plans].map(([path, plan]) => [path, new MessageIntake(plan, options.intake)]));
    this.#onError = options.onError;
  }

  /** Whether the path belongs to one of the rpcs. */
  serves(path: string): boolean {
    return this.#handlers.has(path);
  }

  /** Answers a request on an owned path. Throws if the request is not well-formed HTTP (such as an invalid host). */
  handle(call: HttpCall, path: string): void {
    const { request, response } = call;
    response.setHeader("X-Request-Id", call.requestId);
    const arrived = new ArrivedMessages();
    const written = new WrittenAnswer();
    const values = createContextValues().set(httpCallKey, call).set(arrivedKey, arrived).set(writtenKey, written);
    const received = universalRequestFromNodeRequest(request, response, undefined, values);
    const body = request.method === "POST" ? this.#intakes.get(path)?.take(call, received.header, arrived) : undefined;
    const reported = body === undefined ? undefined : this.#answers(call, body, arrived);
    const forLibrary = reported === undefined ? received : { ...received, body: reported };
    // The library just stops reading a request that it answers early. The arrived bytes would then stay reserved in
    // memory, and over HTTP/1.1 the rest would stay unread, so the sender would wait forever.
    response.once("close", () => void reported?.return(undefined).catch(() => undefined));
    this.#handlers.get(path)!(forLibrary)
      .then((answer) => universalResponseToNodeResponse(written.sentIn(answer), response))
      .catch((error: unknown) => {
        // A caller that disconnected needs no answer, and failures that it causes are not the service's fault. The
        // error code of a broken connection depends on the system, and a write can fail before any other sign of it.
        if (call.isDisconnected || ConnectError.from(error).code === Code.Aborted || isFailedSend(error)) return;
        this.#onError(error, call.requestId);
      });
  }

  /** Yields the body and converts failures to the library's error type. */
  async *#answers(
    call: HttpCall,
    body: AsyncIterable<Uint8Array>,
    arrived: ArrivedMessages,
  ): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      if (call.isDisconnected || error instanceof CallerDisconnected)
        throw new ConnectError("The caller disconnected", Code.Aborted);
      arrived.refusal = error;
      throw toConnectError(error, call, this.#onError);
    }
  }
}

/**
 * Whether the operating system failed to send an answer. Failures in handlers have been converted to an answer by then.
 */
export const isFailedSend = (error: unknown): boolean => {
  const cause = error instanceof ConnectError ? error.cause : error;
  return cause instanceof Error && "syscall" in cause && cause.syscall === "write";
};

const pathOf = ({ method }: MethodPlan): string => `/${method.parent.typeName}/${method.name}`;

/** Authenticates and authorises the caller before any part of the body is read. */
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
    authenticateCall(call, options.authenticator, authorization);
    plan.checkCaller(call.principal);
  } catch (error) {
    throw toConnectError(error, call, options.onError);
  }
}
