import { createHash } from "node:crypto";
import { conflict, type DomainError } from "@quarry/plugin/domain";
import {
  Database,
  IdempotencyRepository,
  SecretBox,
  type SecretBoxError,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Context, Effect, Layer, Redacted } from "effect";

/** A request that came with an Idempotency-Key. */
export interface IdempotentRequest {
  readonly key: string;
  /** Keys of different callers, and of different routes, have nothing to do with each other. */
  readonly caller: string;
  /** Operation and its resource, for example `upload manuals`. */
  readonly route: string;
  /** SHA-256 of all that the request says, lower-case hex. */
  readonly fingerprint: string;
}

export interface IdempotentAnswer {
  readonly answer: string;
  /** Whether it is the first answer, given again: then `work` was not done. */
  readonly isRepeated: boolean;
}

export interface IdempotencyShape {
  /**
   * Does `work` and keeps its answer, in one transaction; for a day the same request gets that answer again. Requests
   * at the same moment wait for each other, so that the work is done once. `conflict` when the key came before with
   * something else. Only a success is kept: a request that failed may be repeated and is then tried again. Answers are
   * kept encrypted, since some hold what is shown once.
   */
  run<E, R>(
    request: IdempotentRequest,
    work: (transaction: Transaction) => Effect.Effect<string, E, R>,
  ): Effect.Effect<IdempotentAnswer, E | DomainError | SecretBoxError | StoreError, R>;
}

/** Requests that may be repeated without being carried out twice. */
export class Idempotency extends Context.Service<Idempotency, IdempotencyShape>()("@quarry/catalog/Idempotency") {
  static readonly layer: Layer.Layer<Idempotency, never, Database | IdempotencyRepository | SecretBox> = Layer.effect(
    Idempotency,
    Effect.gen(function* () {
      const database = yield* Database;
      const repository = yield* IdempotencyRepository;
      const secrets = yield* SecretBox;

      const run: IdempotencyShape["run"] = (request, work) =>
        database.transaction(
          Effect.fnUntraced(function* (transaction: Transaction) {
            const id = idOf(request);
            const location = { answerId: id, field: "stored_answer" } as const;
            const first = yield* repository.find(id, transaction);
            if (first === undefined) {
              const answer = yield* work(transaction);
              const sealed = secrets.seal(Redacted.make(answer), location);
              yield* repository.insert({ id, fingerprint: request.fingerprint, answer: sealed }, transaction);
              return { answer, isRepeated: false };
            }
            if (first.fingerprint !== request.fingerprint) return yield* usedOtherwise;
            return { answer: Redacted.value(yield* secrets.open(first.answer, location)), isRepeated: true };
          }),
        );

      return { run };
    }),
  );
}

const idOf = ({ caller, route, key }: IdempotentRequest): string =>
  createHash("sha256")
    .update(JSON.stringify([caller, route, key]))
    .digest("hex");

const usedOtherwise = conflict("Idempotency-Key: was used for another request; use a new key for a new request");
