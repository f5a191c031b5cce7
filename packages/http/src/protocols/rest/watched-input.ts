import type { Message } from "@bufbuild/protobuf";

/** Messages that are checked on their way, and that remember how they failed. */
export class WatchedInput {
  failure: unknown;
  readonly #source: AsyncIterable<Message>;
  readonly #check: (message: Message) => void;

  constructor(source: AsyncIterable<Message>, check: (message: Message) => void) {
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
}
