import { DomainError, invalidArgument } from "@quarry/plugin/domain";
import { type Receipt, REQUESTS } from "../call/memory-budget.ts";
import { continueBody } from "./answer-before-body.ts";
import { appendSegment } from "./append-segment.ts";
import { CallerDisconnected, type HttpCall } from "./http-call.ts";

/** Maximum time for a JSON body to arrive: long enough for any real connection, too short to hold memory for long. */
const BODY_TIMEOUT_MS = 300_000;

/**
 * Minimum number of bytes per interval; a slower body is aborted. Even a modem is faster, while an attacker that holds
 * memory on purpose sends just enough to look alive.
 */
const MIN_BYTES_PER_INTERVAL = 4_096;
const RATE_INTERVAL_MS = 30_000;

/** Receives the bytes of a body as they arrive. */
export interface BodySink {
  /** Copies a chunk; its memory can be reused afterwards. */
  write(chunk: Uint8Array): void;
  /** Discards the received bytes; no more follow. */
  abandon(): void;
}

/** Sinks for bodies that are too large to be collected in segments and concatenated at the end. */
export interface LargeSinks<Sink extends BodySink> {
  readonly fromBytes: number;
  /** Opens a sink for a body of at most `size` bytes. */
  open(size: number): Sink;
}

export interface ReadOptions<Sink extends BodySink> {
  readonly limitBytes: number;
  /** Counts the memory used; the caller releases it. */
  readonly receipt: Receipt;
  /** Returns the additional memory that a body of so many bytes needs once it is decompressed. Default: none. */
  readonly unpackedBytes?: (bytes: number) => number;
  /** Default: none. */
  readonly large?: LargeSinks<Sink> | undefined;
}

/** Rejects a compressed body. */
export function checkUnpacked({ request }: HttpCall): void {
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    throw invalidArgument(`Content-Encoding: must be identity, got ${JSON.stringify(encoding)}`);
  }
}

/** Yields an uncompressed body as it arrives. Fails if the caller disconnects before its end. */
export async function* arrivingBytes(call: HttpCall): AsyncGenerator<Uint8Array, void, undefined> {
  const { request } = call;
  checkUnpacked(call);
  continueBody(call);
  try {
    // The request must not be destroyed: its answer uses the same connection.
    for await (const bytes of request.iterator({ destroyOnReturn: false })) yield bytes as Uint8Array;
  } catch (error) {
    if (!request.complete) throw new CallerDisconnected();
    throw error;
  }
  if (!request.complete) throw new CallerDisconnected();
}

/**
 * Reads a whole body without decompressing it. A large body goes to a sink, if there are any. Over the limit it fails
 * with `too_large`: immediately if the length is declared, else as soon as the limit is exceeded. Nothing beyond the
 * limit is stored.
 */
export async function readBody<Sink extends BodySink = never>(
  call: HttpCall,
  { limitBytes, receipt, unpackedBytes = () => 0, large }: ReadOptions<Sink>,
): Promise<Buffer | Sink> {
  const declared = Number(call.request.headers["content-length"] ?? 0);
  if (declared > limitBytes) throw bodyTooLarge(limitBytes);
  if (declared > 0) await receipt.admit(declared + unpackedBytes(declared));
  if (call.request.destroyed && !call.request.complete) throw new CallerDisconnected();
  continueBody(call);
  // The HTTP parser ensures that no more bytes arrive than declared.
  const body = new CollectedBody(declared > 0 ? declared : limitBytes, large, declared);
  const admit = () => receipt.admit(limitBytes + unpackedBytes(limitBytes));
  const whole = await collect(call, body, limitBytes, declared > 0 ? undefined : admit);
  if (declared === 0) receipt.settle(body.length + unpackedBytes(body.length));
  return whole;
}

/** Bytes of a body received so far. */
class CollectedBody<Sink extends BodySink> {
  length = 0;
  readonly #size: number;
  readonly #large: LargeSinks<Sink> | undefined;
  #chunks: Buffer[] = [];
  #sink: Sink | undefined;

  constructor(size: number, large: LargeSinks<Sink> | undefined, declared: number) {
    this.#size = size;
    this.#large = large;
    if (large !== undefined && declared >= large.fromBytes) this.#sink = large.open(size);
  }

  add(chunk: Buffer): void {
    this.length += chunk.length;
    if (this.#sink !== undefined) {
      this.#sink.write(chunk);
      return release(chunk);
    }
    appendSegment(this.#chunks, chunk);
    if (this.#large === undefined || this.length < this.#large.fromBytes) return;
    this.#sink = this.#large.open(this.#size);
    for (const early of this.#chunks) this.#sink.write(early);
    this.#chunks = [];
  }

  abandon(): void {
    this.#sink?.abandon();
  }

  get whole(): Buffer | Sink {
    if (this.#sink !== undefined) return this.#sink;
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks, this.length);
  }
}

/**
 * Releases a chunk's memory immediately. Otherwise the tens of megabytes of a large body would trigger a garbage
 * collection, with a pause in the middle of each upload. Memory that is shared with other data is left alone.
 */
function release({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/**
 * Collects a body. `admit` waits for memory for the maximum size, because the actual size is not declared; undefined if
 * the memory is already reserved. Not called while the body is within the uncounted bytes.
 */
function collect<Sink extends BodySink>(
  { request }: HttpCall,
  body: CollectedBody<Sink>,
  limitBytes: number,
  admit: (() => Promise<void>) | undefined,
): Promise<Buffer | Sink> {
  return new Promise((resolve, reject) => {
    let isAdmitted = false;
    let isSettled = false;
    const settle = () => {
      isSettled = true;
      clearInterval(timer);
      request.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
    };
    const fail = (error: unknown) => {
      settle();
      body.abandon();
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      if (body.length + chunk.length > limitBytes) return fail(bodyTooLarge(limitBytes));
      body.add(chunk);
      if (admit === undefined || isAdmitted || body.length <= REQUESTS.free) return;
      isAdmitted = true;
      request.pause();
      clearInterval(timer);
      admit().then(() => {
        if (isSettled) return;
        timer = startTimer();
        request.resume();
      }, fail);
    };
    const onEnd = () => {
      settle();
      resolve(body.whole);
    };
    const onClose = () => fail(new CallerDisconnected());
    let before = 0;
    let takenMs = 0;
    const check = () => {
      takenMs += RATE_INTERVAL_MS;
      if (takenMs >= BODY_TIMEOUT_MS) fail(bodyTooSlow());
      else if (body.length - before < MIN_BYTES_PER_INTERVAL) fail(bodyTrickles());
      before = body.length;
    };
    const startTimer = () => setInterval(check, RATE_INTERVAL_MS).unref();
    let timer = startTimer();
    request.on("data", onData).once("end", onEnd).once("close", onClose).once("error", onClose);
  });
}

const bodyTooLarge = (limitBytes: number) =>
  new DomainError({ code: "too_large", message: `The request body must be at most ${limitBytes} bytes` });

const bodyTrickles = () =>
  invalidArgument(
    `The request body arrives too slowly: less than ${MIN_BYTES_PER_INTERVAL} bytes in ${RATE_INTERVAL_MS / 1000} s`,
  );

const bodyTooSlow = () => invalidArgument(`The request body did not arrive within ${BODY_TIMEOUT_MS / 1000} s`);
