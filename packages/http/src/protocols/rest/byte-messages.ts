import { CLOSED, ClosableWait } from "../http/closable-wait.ts";
import { CallerDisconnected, type HttpCall } from "../http/http-call.ts";

export interface ByteMessage {
  readonly message?: { readonly case?: string | undefined; readonly value?: unknown };
}

/** Messages of a stream of bytes: its info, and then chunks. A read fails when the caller disconnects. */
export class ByteMessages<Info> {
  readonly #messages: AsyncIterator<ByteMessage>;
  readonly #closableWait: ClosableWait;
  readonly #name: string;

  /** `name` is used in error messages. */
  constructor(call: HttpCall, messages: AsyncIterable<ByteMessage>, name: string) {
    this.#messages = messages[Symbol.asyncIterator]();
    this.#closableWait = new ClosableWait(call.response);
    this.#name = name;
  }

  async info(): Promise<Info> {
    const message = await this.#next();
    if (message?.case !== "info") throw new Error(`${this.#name} must begin with its info`);
    return message.value as Info;
  }

  /** Returns undefined at the end. */
  async chunk(): Promise<Uint8Array | undefined> {
    const message = await this.#next();
    if (message === undefined) return undefined;
    if (message.case !== "chunk") throw new Error(`${this.#name} must go on with chunks after its info`);
    return message.value as Uint8Array;
  }

  /** Lets the handler clean up; its later failures are ignored. */
  close(): void {
    void this.#messages.return?.().catch(() => undefined);
  }

  async #next(): Promise<NonNullable<ByteMessage["message"]> | undefined> {
    const next = await this.#closableWait.wait(this.#messages.next());
    if (next === CLOSED) throw new CallerDisconnected();
    return next.done === true ? undefined : (next.value.message ?? {});
  }
}
