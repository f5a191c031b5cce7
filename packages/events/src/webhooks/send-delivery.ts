import { request as requestHttp, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import type { TcpSocketConnectOpts } from "node:net";
import { DomainError } from "@quarry/plugin/domain";
import { signPayload, standardHeaders } from "./sign-payload.ts";
import { guardedLookup, parseTarget, RefusedTargetError, type TargetRules } from "../targets/target-guard.ts";

/** Request of one attempt. */
export interface DeliveryRequest {
  readonly url: string;
  readonly deliveryId: string;
  readonly event: string;
  /** Sent and signed as UTF-8. */
  readonly payload: string;
  readonly secret: string;
}

export interface SendOptions {
  readonly rules: TargetRules;
  /** Timeout from the start to the response head. */
  readonly timeoutMs: number;
  readonly userAgent: string;
  /** Aborts the attempt, which then has no outcome. */
  readonly signal: AbortSignal;
}

export interface SendOutcome {
  readonly isDelivered: boolean;
  /** Null if no response arrived. */
  readonly responseStatus: number | null;
  /** Reason of the failure, for the delivery's record. Null if the attempt succeeded. */
  readonly error: string | null;
}

/** Bytes of a response body that are read and discarded. Beyond them the connection is closed. */
const MAX_DRAINED_BYTES = 65_536;
/** Timeout per address. Node's default of 250 ms makes hosts with several addresses unreachable on slow networks. */
const ADDRESS_ATTEMPT_MS = 2_500;
/** Longest wait for the rest of a response, so that well-behaved receivers see an orderly end. */
const DRAIN_MS = 1_000;

/** Sends the request once. Rejects only if `signal` aborts it. A redirect counts as a normal response. */
export const sendDelivery = async (request: DeliveryRequest, options: SendOptions): Promise<SendOutcome> => {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([deadline, options.signal]);
  try {
    return outcomeOf(await exchange(request, options, signal));
  } catch (error) {
    if (options.signal.aborted) throw error;
    return {
      isDelivered: false,
      responseStatus: null,
      error: describeFailure(error, deadline.aborted, options.timeoutMs),
    };
  }
};

/** Resolves with the response status once the body is read or abandoned. */
const exchange = (request: DeliveryRequest, options: SendOptions, signal: AbortSignal): Promise<number> =>
  new Promise((resolve, reject) => {
    // The rules may be stricter now than when the webhook was registered.
    const url = parseTarget(request.url, options.rules);
    const body = Buffer.from(request.payload, "utf8");
    const requestOptions: RequestOptions & Pick<TcpSocketConnectOpts, "autoSelectFamilyAttemptTimeout"> = {
      method: "POST",
      // Opens a connection per attempt, so that every attempt is checked at connect time.
      agent: false,
      lookup: guardedLookup(options.rules),
      autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
      signal,
      headers: {
        "Content-Type": "application/json",
        "Content-Length": body.length,
        "User-Agent": options.userAgent,
        "X-Service-Signature": signPayload(body, request.secret),
        "X-Service-Event": request.event,
        "X-Service-Delivery": request.deliveryId,
        ...standardHeaders(request.deliveryId, body, request.secret, Date.now()),
      },
    };
    const outgoing = (url.protocol === "https:" ? requestHttps : requestHttp)(url, requestOptions);
    // Once a status has arrived, it is the outcome. Later connection failures can't change it.
    let hasResponse = false;
    const fail = (error: Error) => void (hasResponse || reject(error));
    outgoing.on("response", (response) => {
      hasResponse = true;
      void waitUntilDrained(response).then(() => {
        outgoing.destroy();
        resolve(response.statusCode ?? 0);
      });
    });
    outgoing.on("error", fail);
    outgoing.on("close", () => fail(new Error("the connection was closed")));
    outgoing.end(body);
  });

/** Resolves when the rest of the response is read, too large, too slow or aborted. */
const waitUntilDrained = (response: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    let received = 0;
    const timer = setTimeout(resolve, DRAIN_MS);
    response.on("data", (chunk: Buffer) => {
      received += chunk.length;
      if (received > MAX_DRAINED_BYTES) resolve();
    });
    response.on("error", () => resolve());
    response.on("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });

const outcomeOf = (status: number): SendOutcome => {
  if (status >= 200 && status <= 299) return { isDelivered: true, responseStatus: status, error: null };
  const isRedirect = status >= 300 && status <= 399;
  const error = `the receiver answered ${status}${isRedirect ? "; redirects are not followed" : ""}`;
  return { isDelivered: false, responseStatus: status, error };
};

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the receiver closed the connection without an answer",
  EPIPE: "the receiver closed the connection without an answer",
  ETIMEDOUT: "the connection could not be opened in time",
  EHOSTUNREACH: "the host can't be reached",
  ENETUNREACH: "the network can't be reached",
  HPE_HEADER_OVERFLOW: "the answer's headers are too large",
};

const describeFailure = (error: unknown, isLate: boolean, timeoutMs: number): string => {
  if (isLate) return `no answer within ${timeoutMs / 1000} s`;
  if (error instanceof RefusedTargetError || error instanceof DomainError) return error.message;
  const code = codeOf(error);
  const reason = REASONS[code];
  if (reason !== undefined) return reason;
  if (code.startsWith("HPE_")) return "the answer is not valid HTTP";
  if (/CERT|TLS|SSL|SELF_SIGNED|ISSUER|VERIFY/.test(code)) return `the secure connection failed (${code})`;
  return "the connection failed";
};

/** If several addresses failed, Node reports one aggregate error. The last address's reason stands for all. */
const codeOf = (error: unknown): string => {
  if (error instanceof AggregateError) return codeOf(error.errors.at(-1));
  return String((error as NodeJS.ErrnoException | undefined)?.code ?? "");
};
