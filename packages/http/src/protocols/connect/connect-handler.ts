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
import { CallerLeft, type HttpCall } from "../http/http-call.ts";
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
  /** Services of the gRPC protocol itself, open to everyone. */
  readonly protocol: GrpcProtocol;
}

/** `MAX_LIBRARY_BYTES` where there is no key. */
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

  /** Whether a path is one of the rpcs'. */
  owns(path: string): boolean {
    return this.#handlers.has(path);
  }

  /** Answers a request on an owned path. Throws on a request that is not even well-formed HTTP (a bad host). */
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
    // The library just stops reading a request that it answers before its end: memory would stay reserved for what has arrived,
    // and over HTTP/1.1 the rest unread, so that its sender would wait forever.
    response.once("close", () => void reported?.return(undefined).catch(() => undefined));
    this.#handlers.get(path)!(forLibrary)
      .then((answer) => universalResponseToNodeResponse(written.sentIn(answer), response))
      .catch((error: unknown) => {
        // A caller that left needs no answer, and what their leaving made fail is no fault of ours: which code a broken
        // connection has is left to the system, and a write may fail before anything else tells of it.
        if (call.isGone || ConnectError.from(error).code === Code.Aborted || isFailedSend(error)) return;
        this.#onError(error, call.requestId);
      });
  }

  /** The body, failing in the library's own terms. */
  async *#answers(
    call: HttpCall,
    body: AsyncIterable<Uint8Array>,
    arrived: ArrivedMessages,
  ): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      if (call.isGone || error instanceof CallerLeft) throw new ConnectError("The caller left", Code.Aborted);
      arrived.refusal = error;
      throw toConnectError(error, call, false, this.#onError);
    }
  }
}

/** Whether it is the system's that an answer could not be sent; what fails in a handler has become an answer by then. */
export const isFailedSend = (error: unknown): boolean => {
  const cause = error instanceof ConnectError ? error.cause : error;
  return cause instanceof Error && "syscall" in cause && cause.syscall === "write";
};

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
    authenticateCall(call, options.authenticator, authorization);
    plan.checkCaller(call.principal);
  } catch (error) {
    throw toConnectError(error, call, false, options.onError);
  }
}
