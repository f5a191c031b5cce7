import type { IncomingMessage, ServerResponse } from "node:http";
import { DomainError } from "@quarry/plugin/domain";

/** Maximum request size, in bytes: even the longest query with many filters is a fraction of it. */
const MAX_BODY_BYTES = 1_048_576;

/** Maximum time for a request to arrive, in milliseconds. */
const BODY_TIMEOUT_MS = 30_000;

/**
 * Reads the body as text. Fails with `too_large` beyond the limit; returns undefined if the caller disconnects before
 * the end.
 */
export const readText = (request: IncomingMessage, response: ServerResponse): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) return void reject(tooLarge());
    if (request.headers.expect !== undefined) response.writeContinue();
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => settle(() => reject(tooSlow())), BODY_TIMEOUT_MS).unref();
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) settle(() => reject(tooLarge()));
      else chunks.push(chunk);
    };
    const onEnd = () => settle(() => resolve(Buffer.concat(chunks).toString("utf8")));
    const onClose = () => settle(() => resolve(undefined));
    const settle = (end: () => void) => {
      clearTimeout(timer);
      request.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
      end();
    };
    request.on("data", onData).once("end", onEnd).once("close", onClose).once("error", onClose);
  });

const tooLarge = () =>
  new DomainError({ code: "too_large", message: `The request body must be at most ${MAX_BODY_BYTES} bytes` });

const tooSlow = () =>
  new DomainError({
    code: "invalid_argument",
    message: `The request body did not arrive within ${BODY_TIMEOUT_MS / 1000} s`,
  });
