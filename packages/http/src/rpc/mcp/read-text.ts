import type { IncomingMessage, ServerResponse } from "node:http";
import { DomainError } from "@quarry/plugin/domain";

/** Largest request, in bytes: the longest query with generous filters is a small part of it. */
const MAX_BODY_BYTES = 1_048_576;

/** Most time that a request may take to arrive. */
const BODY_TIMEOUT_MS = 30_000;

/** The body as text. Fails with `too_large` beyond the bound; undefined when the caller left before the end. */
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
