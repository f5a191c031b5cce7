import type { Passage } from "@quarry/index";
import { BlockReader } from "./block-reader.ts";
import { MarkdownWriter } from "./markdown-writer.ts";

/** Puts a document together as Markdown from its chunks, one after the other, from the first on. */
export class MarkdownText {
  readonly #reader = new BlockReader();
  readonly #writer = new MarkdownWriter();

  /** The next of the chunks; gives what can be written by now. */
  add(passage: Passage): string {
    return Array.from(this.#reader.add(passage), (block) => this.#writer.add(block)).join("");
  }

  /** Returns the rest of the text. */
  finish(): string {
    return Array.from(this.#reader.finish(), (block) => this.#writer.add(block)).join("") + this.#writer.finish();
  }
}
