import type { Passage } from "@quarry/index";
import { BlockReader } from "./block-reader.ts";
import { MarkdownWriter } from "./markdown-writer.ts";

/** Converts a document to Markdown from its chunks, in order from the first. */
export class MarkdownText {
  readonly #reader = new BlockReader();
  readonly #writer = new MarkdownWriter();

  /** Adds the next chunk. Returns the text that can be written now. */
  add(passage: Passage): string {
    return Array.from(this.#reader.add(passage), (block) => this.#writer.add(block)).join("");
  }

  /** Returns the rest of the text. */
  finish(): string {
    return Array.from(this.#reader.finish(), (block) => this.#writer.add(block)).join("") + this.#writer.finish();
  }
}
