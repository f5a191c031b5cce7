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

/** A request with an Idempotency-Key. */
export interface IdempotentRequest {
  readonly key: string;
  /** Keys are scoped to caller and route. */
  readonly caller: string;
  /** Operation and its resource, for example `upload manuals`. */
  readonly route: string;
  /** SHA-256 of the whole request content, lower-case hex. */
  readonly fingerprint: string;
}

export interface IdempotentAnswer {
  readonly answer: string;
  /** Whether this is the stored first response; then `work` did not run. */
  readonly isRepeated: boolean;
}

export interface IdempotencyShape {
  /**
   * Runs `work` and stores its response in one transaction. For a day, the same request gets that response again.
   * Concurrent requests wait for each other, so the work runs once. Fails with `conflict` if the key was used with a
   * different request. Only successes are stored: a failed request can be retried. Responses are stored encrypted,
   * since some contain secrets that are shown once.
   */
  run<E, R>(
    request: IdempotentRequest,
    work: (transaction: Transaction) => Effect.Effect<string, E, R>,
  ): Effect.Effect<IdempotentAnswer, E | DomainError | SecretBoxError | StoreError, R>;
}

/** Idempotency: requests with a key can be repeated and run only once. */
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
