import { request as requestHttp, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import type { TcpSocketConnectOpts } from "node:net";
import { DomainError } from "@quarry/plugin/domain";
import { signPayload, standardHeaders } from "./sign-payload.ts";
import { guardedLookup, parseTarget, RefusedTargetError, type TargetRules } from "../targets/target-guard.ts";

/** One attempt's request. */
export interface DeliveryRequest {
  readonly url: string;
  readonly deliveryId: string;
  readonly event: string;
  /** Sent as UTF-8, and signed as that. */
  readonly payload: string;
  readonly secret: string;
}

export interface SendOptions {
  readonly rules: TargetRules;
  /** From the start to the answer's head. */
  readonly timeoutMs: number;
  readonly userAgent: string;
  /** Breaks the attempt off; then it has no outcome. */
  readonly signal: AbortSignal;
}

export interface SendOutcome {
  readonly isDelivered: boolean;
  /** Null when no answer came. */
  readonly responseStatus: number | null;
  /** Reason of the failure, for the delivery's record; null when it succeeded. */
  readonly error: string | null;
}

/** Most bytes of an answer's body, which is read and discarded. Beyond it the connection is closed. */
const MAX_DRAINED_BYTES = 65_536;
/** Node's own quarter of a second per address makes hosts with several addresses unreachable on slow networks. */
const ADDRESS_ATTEMPT_MS = 2_500;
/** Most time to wait for the rest of an answer, so that well-behaved receivers see an orderly end. */
const DRAIN_MS = 1_000;

/** Sends once. Never rejects, except when it was broken off by `signal`. A redirect is an answer like any other. */
export const sendDelivery = async (request: DeliveryRequest, options: SendOptions): Promise<SendOutcome> => {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([deadline, options.signal]);
  try {
    return outcomeOf(await exchange(request, options, signal));
  } catch (error) {
    if (options.signal.aborted) throw error;
    return { isDelivered: false, responseStatus: null, error: explain(error, deadline.aborted, options.timeoutMs) };
  }
};

/** Resolves with the answer's status, when the answer is read or given up. */
const exchange = (request: DeliveryRequest, options: SendOptions, signal: AbortSignal): Promise<number> =>
  new Promise((resolve, reject) => {
    // The rules may have become stricter since the webhook was registered.
    const url = parseTarget(request.url, options.rules);
    const body = Buffer.from(request.payload, "utf8");
    const settings: RequestOptions & Pick<TcpSocketConnectOpts, "autoSelectFamilyAttemptTimeout"> = {
      method: "POST",
      // Every attempt opens its own connection, so that every attempt is checked at connect time.
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
    const outgoing = (url.protocol === "https:" ? requestHttps : requestHttp)(url, settings);
    // Once there is a status, it counts: no failure of the connection can change it any more.
    let isAnswered = false;
    const fail = (error: Error) => void (isAnswered || reject(error));
    outgoing.on("response", (answer) => {
      isAnswered = true;
      void drained(answer).then(() => {
        outgoing.destroy();
        resolve(answer.statusCode ?? 0);
      });
    });
    outgoing.on("error", fail);
    outgoing.on("close", () => fail(new Error("the connection was closed")));
    outgoing.end(body);
  });

/** Ends when the rest of the answer is read, too large, too slow or broken off. */
const drained = (answer: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    let received = 0;
    const timer = setTimeout(resolve, DRAIN_MS);
    answer.on("data", (chunk: Buffer) => {
      received += chunk.length;
      if (received > MAX_DRAINED_BYTES) resolve();
    });
    answer.on("error", () => resolve());
    answer.on("close", () => {
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

const explain = (error: unknown, isLate: boolean, timeoutMs: number): string => {
  if (isLate) return `no answer within ${timeoutMs / 1000} s`;
  if (error instanceof RefusedTargetError || error instanceof DomainError) return error.message;
  const code = codeOf(error);
  const known = REASONS[code];
  if (known !== undefined) return known;
  if (code.startsWith("HPE_")) return "the answer is not valid HTTP";
  if (/CERT|TLS|SSL|SELF_SIGNED|ISSUER|VERIFY/.test(code)) return `the secure connection failed (${code})`;
  return "the connection failed";
};

/** Several addresses that failed come as one error; the last one's reason stands for all. */
const codeOf = (error: unknown): string => {
  if (error instanceof AggregateError) return codeOf(error.errors.at(-1));
  return String((error as NodeJS.ErrnoException | undefined)?.code ?? "");
};
