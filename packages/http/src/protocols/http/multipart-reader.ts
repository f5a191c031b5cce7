import type { Readable } from "node:stream";
import busboy from "busboy";
import { DomainError, invalidArgument } from "@quarry/plugin/domain";
import { continueBody } from "./answer-before-body.ts";
import { CallerDisconnected, type HttpCall } from "./http-call.ts";

/** Part of a form, as it arrives. Read or skip a file before requesting the next part. */
export type FormPart =
  | { readonly kind: "field"; readonly name: string; readonly value: string; readonly isTruncated: boolean }
  | { readonly kind: "file"; readonly name: string; readonly file: FormFile };

export interface FormFile {
  /** File name; undefined if the part has none (it is then a file only by its content type). */
  readonly filename: string | undefined;
  readonly mediaType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Discards the bytes without reading them. */
  skip(): void;
}

export interface FormLimits {
  readonly maxFiles: number;
  /** Maximum size of the body, with all its parts. */
  readonly bodyBytes: number;
  /** Error message for a larger body. */
  readonly tooLarge: string;
  /** Whether file names keep their paths. Default: only the last segment is kept. */
  readonly keepsPaths?: boolean;
}

/** Maximum size of a text field, in bytes. Each field is stored in memory; metadata is far smaller. */
export const MAX_FIELD_BYTES = 1_048_576;
/** Maximum number of text fields: one is known, the others are ignored. */
const MAX_FIELDS = 20;
/** Maximum number of files in unknown parts, which are skipped. */
const SPARE_FILES = 10;

/** busboy passes undefined for a part whose name can't be read, although its types promise a name. */
const nameOf = (name: string | undefined): string => name ?? "";

/**
 * Reads multipart/form-data part by part. It reads ahead of the consumer only as much as the socket and one buffer can
 * store, so a slow consumer applies back-pressure to the sender.
 */
export class MultipartReader {
  readonly #call: HttpCall;
  readonly #form: busboy.Busboy;
  readonly #limits: FormLimits;
  readonly #parts: FormPart[] = [];
  #file: Readable | undefined;
  #receivedBytes = 0;
  #failure: Error | undefined;
  #isEnded = false;
  #wake: () => void = () => undefined;

  /**
   * Throws `invalid_argument` if the request is not a form, and `too_large` if the declared length exceeds the limit of
   * the whole body.
   */
  constructor(call: HttpCall, limits: FormLimits) {
    this.#call = call;
    this.#limits = limits;
    this.#form = openForm(call, limits);
    if (Number(call.request.headers["content-length"] ?? 0) > limits.bodyBytes) throw this.#tooLarge();
  }

  /** Yields the parts in the order of the form. Ends when the form is complete; fails when it is incomplete. */
  async *parts(): AsyncGenerator<FormPart, void, undefined> {
    this.#start();
    for (;;) {
      const part = this.#parts.shift();
      if (part !== undefined) yield part;
      else if (this.#failure !== undefined) throw this.#failure;
      else if (this.#isEnded) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /**
   * Stops parsing. The rest of the body is read and discarded, because otherwise the connection could not be used for
   * another request.
   */
  stop(): void {
    const { request } = this.#call;
    request.unpipe(this.#form);
    request.off("data", this.#count).off("close", this.#onClose);
    this.#file?.destroy();
    this.#form
      .removeAllListeners()
      .on("error", () => undefined)
      .destroy();
    request.resume();
  }

  #start(): void {
    const { request } = this.#call;
    this.#form
      .on("field", (name, value, info) => {
        this.#push({ kind: "field", name: nameOf(name), value, isTruncated: info.valueTruncated });
      })
      .on("file", (name, bytes, info) => this.#openFile(nameOf(name), bytes, info))
      .on("fieldsLimit", () => this.#fail(invalidArgument(`The form must have at most ${MAX_FIELDS} text fields`)))
      .on("filesLimit", () => this.#fail(invalidArgument("The form has too many files")))
      .on("error", (error) => this.#fail(brokenForm(error)))
      .on("close", () => {
        this.#isEnded = true;
        this.#wake();
      });
    continueBody(this.#call);
    request.on("data", this.#count).once("close", this.#onClose);
    request.pipe(this.#form);
  }

  #openFile(name: string, bytes: Readable, info: busboy.FileInfo): void {
    this.#file = bytes;
    // A failure is thrown to the reader of the bytes; without a reader it must not end the process.
    bytes.on("error", () => undefined);
    // busboy's types promise a file name, but a part that is a file only by its content type has none.
    const filename = info.filename as string | undefined;
    const file = { filename, mediaType: info.mimeType, bytes: this.#read(bytes), skip: () => void bytes.resume() };
    this.#push({ kind: "file", name, file });
  }

  async *#read(bytes: Readable): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of bytes) yield chunk as Uint8Array;
    } catch (error) {
      throw this.#failure ?? brokenForm(error);
    }
  }

  #push(part: FormPart): void {
    this.#parts.push(part);
    this.#wake();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#file?.destroy(this.#failure);
    this.#wake();
  }

  readonly #count = (chunk: Buffer): void => {
    this.#receivedBytes += chunk.length;
    if (this.#receivedBytes > this.#limits.bodyBytes) this.#fail(this.#tooLarge());
  };

  readonly #onClose = (): void => {
    if (!this.#call.request.complete) this.#fail(new CallerDisconnected());
  };

  #tooLarge(): DomainError {
    return new DomainError({ code: "too_large", message: this.#limits.tooLarge });
  }
}

function openForm(call: HttpCall, { maxFiles, keepsPaths = false }: FormLimits): busboy.Busboy {
  const contentType = call.request.headers["content-type"];
  // busboy would also accept application/x-www-form-urlencoded, which can't contain a file.
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType ?? "")) throw notAForm(contentType);
  const limits = { files: maxFiles + SPARE_FILES, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES };
  try {
    return busboy({ headers: call.request.headers, defParamCharset: "utf8", preservePath: keepsPaths, limits });
  } catch {
    throw notAForm(contentType);
  }
}

const notAForm = (contentType: string | undefined): DomainError => {
  const got = contentType === undefined ? "no such header" : JSON.stringify(contentType.slice(0, 100));
  return invalidArgument(`Content-Type: must be multipart/form-data with a boundary, got ${got}`);
};

const brokenForm = (error: unknown): DomainError => {
  const reason = error instanceof Error ? error.message : "it can't be read";
  return invalidArgument(`The multipart/form-data body is broken: ${reason}`);
};
