import { DomainError } from "@quarry/plugin/domain";
import type { AnswerSize } from "../../rpc/handler.ts";
import { MemoryBudget, type Receipt } from "./memory-budget.ts";

/** Bytes that an answer can use without being counted: small answers never wait. */
const FREE_BYTES = 1_048_576;

/** Memory limit of all callers' answers, in answers of the maximum size. The limit of a key is one. */
const ANSWERS = 3;

const DEFAULT_MAX_BYTES = 64 * 1_048_576;

/**
 * Bounds the size of one answer, and the memory of all of a key's answers until they are sent, however slowly clients
 * read them.
 */
export class AnswerBudget {
  readonly maxBytes: number;
  readonly #memory: MemoryBudget;

  constructor(maxBytes = DEFAULT_MAX_BYTES) {
    this.maxBytes = maxBytes;
    this.#memory = new MemoryBudget({
      dataKind: "answers",
      all: ANSWERS * maxBytes,
      perKey: maxBytes,
      free: Math.min(FREE_BYTES, maxBytes),
    });
  }

  open(key: string | undefined): AnswerReceipt {
    return new AnswerReceipt(this.maxBytes, this.#memory.open(key));
  }
}

/** Counts the memory of one answer, from the first record that is read for it until it is sent. */
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
    // The final size is not known yet, so the maximum is reserved at once: answers that hold memory and wait for more
    // could deadlock.
    return (this.#admission ??= this.#receipt.admit(this.#maxBytes));
  }

  /** Sets the total size of the encoded answer, which can be larger than the bytes counted so far. */
  reserveTotal(bytes: number): Promise<void> | undefined {
    return bytes > this.#used ? this.reserve(bytes - this.#used) : undefined;
  }

  /** Marks the size as final: releases the unused part of the reservation. */
  settle(): void {
    if (this.#admission !== undefined) this.#receipt.settle(this.#used);
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
