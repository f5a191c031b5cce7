import { getOption, type Message } from "@bufbuild/protobuf";
import type { HandlerContext, MethodImpl } from "@connectrpc/connect";
import { unavailable } from "@quarry/plugin/domain";
import { response_kind, ResponseKind } from "@quarry/api";
import type { CallContext } from "../../rpc/handler.ts";
import type { ErrorListener } from "../call/failure.ts";
import { type MethodPlan, unauthenticated } from "../call/method-plan.ts";
import { type LiveStreams, type StopReason, untilSettled } from "../rest/live-streams.ts";
import { ignoredHeaderOf, reportIgnored } from "../unknown-fields/unknown-fields.ts";
import { unknownInJson } from "../unknown-fields/unknown-in-json.ts";
import { wireChecker } from "../intake/wire-checker.ts";
import { arrivedKey } from "./arrived-messages.ts";
import { ConnectCall, httpCallOf } from "./connect-context.ts";
import { toConnectError } from "./connect-failure.ts";
import { jsonInUrl } from "./url-message.ts";
import { writtenKey } from "./written-answer.ts";

/**
 * Maximum number of bytes that the library itself can read: a message in a URL, the name of a service, and the empty
 * placeholders of messages that the intake has decoded.
 */
export const MAX_LIBRARY_BYTES = 16_384;

type Output = Record<string, unknown>;
type Unary = (request: Message, context: CallContext) => Promise<Output>;
type ClientStreaming = (requests: AsyncIterable<Message>, context: CallContext) => Promise<Output>;
type ServerStreaming = (request: Message, context: CallContext) => AsyncIterable<Output>;

export interface ConnectMethodOptions {
  readonly liveStreams: LiveStreams;
  readonly onError: ErrorListener;
}

/** Builds the Connect implementation of an rpc, with the same handler, checks and errors as REST. */
export function connectMethod(plan: MethodPlan, options: ConnectMethodOptions): MethodImpl<MethodPlan["method"]> {
  return implementation(plan, options) as unknown as MethodImpl<MethodPlan["method"]>;
}

function implementation(plan: MethodPlan, options: ConnectMethodOptions): unknown {
  switch (plan.method.methodKind) {
    case "unary":
      return unary(plan, options.onError);
    case "client_streaming":
      return clientStreaming(plan, options.onError);
    case "server_streaming":
      return serverStreaming(plan, options);
    default:
      throw new Error(`${plan.method.toString()}: bidirectional streaming has no handler type`);
  }
}

type RequestOf = (placeholder: Message, context: HandlerContext, call: CallContext) => Message;

/**
 * Returns the real message for the library's placeholder, validated by the contract's rules. A message in a URL is
 * small and decoded by the library itself, so the intake's checks are done here.
 */
function requestOf(plan: MethodPlan): RequestOf {
  const { input } = plan.method;
  const checkWire = wireChecker(input);
  const findUnknown = unknownInJson(input, "wire");
  return (placeholder, context, call) => {
    const arrived = context.values.get(arrivedKey)?.take();
    const isInUrl = arrived === undefined && context.requestMethod === "GET";
    const unknown = isInUrl ? findUnknown(jsonInUrl(context.url, MAX_LIBRARY_BYTES)) : undefined;
    plan.checkMessage(arrived ?? placeholder, call.principal);
    if (arrived === undefined) checkWire?.(placeholder);
    reportIgnored(call, arrived === undefined ? unknown?.header : ignoredHeaderOf(arrived));
    return arrived ?? placeholder;
  };
}

function unary(plan: MethodPlan, onError: ErrorListener) {
  const handle = plan.handler as unknown as Unary;
  const read = requestOf(plan);
  return (placeholder: Message, context: HandlerContext) =>
    answered(plan, context, onError, (call) => handle(read(placeholder, context, call), call));
}

function clientStreaming(plan: MethodPlan, onError: ErrorListener) {
  const handle = plan.handler as unknown as ClientStreaming;
  const read = requestOf(plan);
  return (placeholders: AsyncIterable<Message>, context: HandlerContext) =>
    answered(plan, context, onError, (call) =>
      handle(
        requestsOf(placeholders, context, (one) => read(one, context, call)),
        call,
      ),
    );
}

async function answered(
  plan: MethodPlan,
  context: HandlerContext,
  onError: ErrorListener,
  run: (call: ConnectCall) => Promise<Output>,
): Promise<Output> {
  const call = new ConnectCall(context);
  try {
    const output = await run(call);
    const contentType = context.responseHeader.get("content-type") ?? "";
    const written = context.values.get(writtenKey)!;
    const sent = await written.write(plan.method.output, output, contentType, call.answer);
    call.sendHeaders();
    return sent;
  } catch (error) {
    throw toConnectError(error, httpCallOf(context), onError, context.signal);
  }
}

async function* requestsOf(
  placeholders: AsyncIterable<Message>,
  context: HandlerContext,
  read: (placeholder: Message) => Message,
): AsyncGenerator<Message> {
  try {
    for await (const placeholder of placeholders) yield read(placeholder);
  } catch (error) {
    // Throws the original error: the handler would take the library's for a sender that disconnected.
    throw context.values.get(arrivedKey)?.refusal ?? error;
  }
}

function serverStreaming(plan: MethodPlan, { liveStreams, onError }: ConnectMethodOptions) {
  const handle = plan.handler as unknown as ServerStreaming;
  const read = requestOf(plan);
  // Downloads end by themselves; a stream of events would delay the server's shutdown.
  const isEndless = getOption(plan.method, response_kind) === ResponseKind.SSE;
  return async function* (placeholder: Message, context: HandlerContext): AsyncGenerator<Output> {
    const call = new ConnectCall(context);
    const authorization = call.header("authorization");
    const stopped = Promise.withResolvers<never>();
    stopped.promise.catch(() => undefined);
    const stop = (reason: StopReason) =>
      stopped.reject(
        reason === "stopping" ? unavailable("The server is shutting down") : unauthenticated(authorization),
      );
    const release = isEndless ? liveStreams.add(stop, authorization) : undefined;
    try {
      for await (const message of untilSettled(handle(read(placeholder, context, call), call), stopped.promise)) {
        call.sendHeaders();
        yield message;
      }
      // A handler returns when its signal aborts: the caller must not take a stream cut at its deadline for a whole one.
      context.signal.throwIfAborted();
    } catch (error) {
      throw toConnectError(error, httpCallOf(context), onError, context.signal);
    } finally {
      release?.();
    }
  };
}
