import type { Message } from "@bufbuild/protobuf";

/** Messages that are checked on their way, and that remember how they failed. */
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

  /** Ends the source, which a handler that gave up leaves in the middle: its request would be read by nobody. */
  end(): Promise<unknown> {
    return this.#source.return();
  }
}
