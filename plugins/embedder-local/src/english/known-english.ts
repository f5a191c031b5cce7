import type { PluginError } from "@quarry/plugin";
import { Effect } from "effect";
import type { EmbeddingThread } from "../embedding-thread.ts";
import { EnglishWords } from "./english-words.ts";

/** Cache of the English dictionary: read in the thread on first use and then retained. About 9 MB. */
export class KnownEnglish {
  readonly #thread: EmbeddingThread;
  #words: EnglishWords | undefined;

  constructor(thread: EmbeddingThread) {
    this.#thread = thread;
  }

  /** Fails if the thread does; the next call tries again. */
  get read(): Effect.Effect<EnglishWords, PluginError> {
    return Effect.suspend(() =>
      this.#words === undefined
        ? Effect.map(this.#thread.run({ kind: "english-words" }), (table) => (this.#words ??= new EnglishWords(table)))
        : Effect.succeed(this.#words),
    );
  }
}
