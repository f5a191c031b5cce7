import { createContextKey } from "@connectrpc/connect";
import type { Message } from "@bufbuild/protobuf";

/**
 * The messages of a request that are decoded already. The protocol's library gets an empty message in the place of each,
 * and its handler takes the real one from here.
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

/** Carries them to the handler. */
export const arrivedKey = createContextKey<ArrivedMessages | undefined>(undefined, { description: "decoded messages" });
