import { PassageIndexError } from "../passages/passage-index-error.ts";
import type { Upload } from "../passages/protocol.ts";

/** Collects passages that arrive in several messages, inside the receiving thread. */
export class Uploads<Part> {
  /** First chunks, by the number of their upload. */
  readonly #chunks = new Map<number, Part[]>();

  /** Returns all passages when the last chunk arrives; undefined for the others. */
  add(chunk: readonly Part[], { number, offset, isLast }: Upload): readonly Part[] | undefined {
    const passages = this.#chunks.get(number) ?? [];
    // A chunk is missing if the thread that received it has died.
    if (passages.length !== offset) {
      if (isLast) throw lostChunk();
      return undefined;
    }
    passages.push(...chunk);
    if (isLast) this.#chunks.delete(number);
    else this.#chunks.set(number, passages);
    return isLast ? passages : undefined;
  }
}

const lostChunk = (): PassageIndexError =>
  new PassageIndexError({ reason: "unavailable", message: "a part of the passages was lost with its worker thread" });
