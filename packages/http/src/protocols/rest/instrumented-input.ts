import type { Message } from "@bufbuild/protobuf";

/** Stream of messages that checks each one and stores the failure of the stream. */
export class InstrumentedInput {
  failure: unknown;
  readonly #source: AsyncGenerator<Message, void, undefined>;
  readonly #check: (message: Message) => void;

  constructor(source: AsyncGenerator<Message, void, undefined>, check: (message: Message) => void) {
    this.#source = source;
    this.#check = check;
  }

  async *messages(): AsyncGenerator<Message, void, undefined> {
    try {
      for await (const message of this.#source) {
        this.#check(message);
        yield message;
      }
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }

  /** Ends the source. A handler that gave up leaves it unfinished, and the rest of its request would stay unread. */
  end(): Promise<unknown> {
    return this.#source.return();
  }
}
