import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { tokensOf } from "./count-tokens.ts";
import { faultAnswer } from "./fault-answer.ts";
import { FaultChooser } from "./faults.ts";
import type { Protocol, ProtocolError, ProviderServerOptions } from "./protocol.ts";
import { type ProviderCallRecord, ProviderRecord } from "./provider-record.ts";
import { sendAnswer } from "./send-answer.ts";

/** A running server on loopback. */
export interface ProviderServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly record: ProviderRecord;
  readonly faults: FaultChooser;
  /** Rejects the key from now on. */
  revokeKey(key: string): void;
  /** Rejects the key after this number of further calls with it. */
  revokeKeyAfter(key: string, calls: number): void;
  setLatency(latencyMs: number): void;
  close(): Promise<void>;
}

/** Serves a protocol. Key, fault and latency of a call are processed before the protocol answers it. */
export const startProviderServer = async (
  options: ProviderServerOptions,
  protocol: Protocol,
): Promise<ProviderServer> => {
  const record = new ProviderRecord();
  const faults = new FaultChooser(options.faults ?? {}, options.seed ?? 1);
  const callsLeft = new Map<string, number>();
  let latencyMs = options.latencyMs ?? 0;
  const closing = new AbortController();

  const keyProblem = (key: string | undefined): ProtocolError | undefined => {
    if (options.keys?.length === 0) return undefined;
    if (key === undefined) return "no_key";
    const left = callsLeft.get(key);
    if (left !== undefined) callsLeft.set(key, left - 1);
    return (left !== undefined && left <= 0) || options.keys?.includes(key) === false ? "wrong_key" : undefined;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const began = performance.now();
    const call = await readCall(request, protocol);
    record.calls.push(call);
    record.concurrent += 1;
    record.maxConcurrent = Math.max(record.maxConcurrent, record.concurrent);
    response.once("close", () => {
      record.concurrent -= 1;
      record.callMs += performance.now() - began;
      if (!response.writableFinished) call.aborted = true;
    });
    const key = protocol.keyOf(request.headers);
    const problem = keyProblem(key);
    if (latencyMs > 0) await sleep(latencyMs, undefined, { signal: closing.signal });
    if (problem !== undefined) return sendAnswer(protocol.error(problem, call, key), call, response, options);
    const fault = faults.next();
    if (fault !== undefined) call.fault = fault;
    const answer = faultAnswer(fault, call, key, protocol, options) ?? protocol.answer(call);
    await sendAnswer(answer, call, response, options);
  };

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (response.destroyed || closing.signal.aborted) return;
      response.writeHead(500, { "content-type": "text/plain" }).end(`provider server: ${String(error)}`);
    });
  });
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");

  const close = async () => {
    closing.abort();
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    record,
    faults,
    revokeKey: (key) => void callsLeft.set(key, 0),
    revokeKeyAfter: (key, calls) => void callsLeft.set(key, calls),
    setLatency: (milliseconds) => void (latencyMs = milliseconds),
    close,
    [Symbol.asyncDispose]: close,
  };
};

const readCall = async (request: IncomingMessage, { textsOf }: Protocol): Promise<ProviderCallRecord> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = parseBody(Buffer.concat(parts).toString("utf8"));
  const texts = textsOf(body);
  const { method = "", url = "", headers } = request;
  return { method, path: url, headers, body, texts, tokens: texts.map(tokensOf) };
};

const parseBody = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};
