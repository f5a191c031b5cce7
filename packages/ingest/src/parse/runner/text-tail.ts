import type { Readable } from "node:stream";

/** Enough for the sentence in which a process says why it ends, with its stack after it. */
const KEPT_CHARACTERS = 16_384;

/** The last of what a stream says. Reading it to the end keeps a talkative process from blocking. */
export class TextTail {
  text = "";

  /** Null: there is no stream, since the process could not be started. */
  follow(stream: Readable | null | undefined): void {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      this.text = (this.text + text).slice(-KEPT_CHARACTERS);
    });
  }
}
