import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "./answer.ts";
import type { ProviderServerOptions } from "./protocol.ts";
import type { ProviderCallRecord } from "./provider-record.ts";

/** Default of the option. */
const SLOW_BYTE_MS = 20;

/** Sends the response in the manner of the call's fault. */
export const sendAnswer = async (
  { status, headers, body }: Answer,
  call: ProviderCallRecord,
  response: ServerResponse,
  { slowByteMs = SLOW_BYTE_MS }: ProviderServerOptions,
): Promise<void> => {
  if (call.fault === "hang") return;
  if (call.fault === "connection_reset") return void response.destroy();
  call.status = status;
  if (call.fault === "body_reset") return sendHalf(status, headers, body, response);
  if (call.fault === "slow_body") return sendSlowly(status, headers, body, response, slowByteMs);
  const whole = call.fault === "cut_off" ? body.slice(0, Math.floor(body.length / 2)) : body;
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(whole) }).end(whole);
};

const sendHalf = (status: number, headers: Answer["headers"], body: string, response: ServerResponse): void => {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
  response.write(body.slice(0, Math.floor(body.length / 2)), () => response.destroy());
};

const sendSlowly = async (
  status: number,
  headers: Answer["headers"],
  body: string,
  response: ServerResponse,
  slowByteMs: number,
): Promise<void> => {
  response.writeHead(status, headers);
  for (const character of body) {
    if (response.destroyed) return;
    response.write(character);
    await sleep(slowByteMs);
  }
  response.end();
};
