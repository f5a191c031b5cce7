import { createContextKey } from "@connectrpc/connect";
import type { Message } from "@bufbuild/protobuf";

/**
 * Request messages that are already decoded. The protocol's library gets an empty placeholder for each, and the handler
 * takes the real one from here.
 */
export class ArrivedMessages {
  readonly #messages: Message[] = [];
  /** Error that ended the messages early. */
  refusal: unknown;

  add(message: Message): void {
    this.#messages.push(message);
  }

  take(): Message | undefined {
    return this.#messages.shift();
  }
}

/** Context key that passes them to the handler. */
export const arrivedKey = createContextKey<ArrivedMessages | undefined>(undefined, { description: "decoded messages" });
