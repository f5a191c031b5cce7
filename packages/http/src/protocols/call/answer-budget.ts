import { DomainError } from "@quarry/plugin/domain";
import type { AnswerSize } from "../../rpc/handler.ts";
import { MemoryBudget, type Receipt } from "./memory-budget.ts";

/** Bytes that an answer may hold without being counted among others: small ones are never kept waiting. */
const FREE_BYTES = 1_048_576;

/** Answers in memory at one time, of all callers, in the largest; one of a key. */
const ANSWERS = 3;

const DEFAULT_MAX_BYTES = 64 * 1_048_576;

/** Bounds what one answer may have, and what all of a key's hold until they are taken, however slowly. */
export class AnswerBudget {
  readonly maxBytes: number;
  readonly #memory: MemoryBudget;

  constructor(maxBytes = DEFAULT_MAX_BYTES) {
    this.maxBytes = maxBytes;
    this.#memory = new MemoryBudget({
      what: "answers",
      all: ANSWERS * maxBytes,
      ofKey: maxBytes,
      free: Math.min(FREE_BYTES, maxBytes),
    });
  }

  open(key: string | undefined): AnswerReceipt {
    return new AnswerReceipt(this.maxBytes, this.#memory.open(key));
  }
}

/** Counts one answer, from the first that is read for it until it is sent. */
export class AnswerReceipt implements AnswerSize {
  readonly #maxBytes: number;
  readonly #receipt: Receipt;
  #used = 0;
  #admission: Promise<void> | undefined;

  constructor(maxBytes: number, receipt: Receipt) {
    this.#maxBytes = maxBytes;
    this.#receipt = receipt;
  }

  get reserved(): number {
    return this.#used;
  }

  reserve(bytes: number): Promise<void> | undefined {
    this.#used += bytes;
    if (this.#used > this.#maxBytes) throw answerTooLarge(this.#maxBytes);
    if (this.#used <= FREE_BYTES) return undefined;
    // Its final size is not known before, so all of it is reserved at once: answers that held some memory and waited
    // for more would wait for each other.
    return (this.#admission ??= this.#receipt.admit(this.#maxBytes));
  }

  /** So many bytes it has in all, written out: as many as were counted, or more. */
  holdAll(bytes: number): Promise<void> | undefined {
    return bytes > this.#used ? this.reserve(bytes - this.#used) : undefined;
  }

  /** No more is held: what was kept free for it is given to others. */
  settle(): void {
    if (this.#admission !== undefined) this.#receipt.keep(this.#used);
  }

  release(): void {
    this.#receipt.release();
  }
}

export const answerTooLarge = (maxBytes: number): DomainError =>
  new DomainError({
    code: "too_large",
    message:
      `The answer would have more than ${maxBytes} bytes (SERVICE_MAX_ANSWER_SIZE_MB); ask for less at a time: a smaller ` +
      "limit or top_k with a cursor or offset, fewer queries or ids in a batch, or parts of each item with include",
  });
