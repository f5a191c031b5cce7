import { DomainError, invalidArgument } from "@quarry/domain";
import { continueBody } from "./answer-before-body.ts";
import { CallerLeft, type HttpCall } from "./http-call.ts";

/** How long a JSON body may take to arrive: slow enough for any real link, and no way to hold memory for ever. */
const BODY_TIMEOUT_MS = 300_000;

/**
 * Reads a whole body. Over the limit it fails with `too_large`: at once when the length is declared, else as soon as
 * the limit is passed; nothing beyond the limit is kept.
 */
export function readBody(call: HttpCall, limitBytes: number): Promise<Buffer> {
  const { request } = call;
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    return Promise.reject(invalidArgument(`Content-Encoding: must be identity, got ${JSON.stringify(encoding)}`));
  }
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) return Promise.reject(bodyTooLarge(limitBytes));
  continueBody(call);
  return collect(call, limitBytes);
}

function collect({ request }: HttpCall, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      request.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
      finish();
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limitBytes) settle(() => reject(bodyTooLarge(limitBytes)));
      else chunks.push(chunk);
    };
    const onEnd = () => settle(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length)));
    const onClose = () => settle(() => reject(new CallerLeft()));
    const timer = setTimeout(() => settle(() => reject(bodyTooSlow())), BODY_TIMEOUT_MS).unref();
    request.on("data", onData).once("end", onEnd).once("close", onClose).once("error", onClose);
  });
}

const bodyTooLarge = (limitBytes: number) =>
  new DomainError({ code: "too_large", message: `The request body must be at most ${limitBytes} bytes` });

const bodyTooSlow = () => invalidArgument(`The request body did not arrive within ${BODY_TIMEOUT_MS / 1000} s`);
