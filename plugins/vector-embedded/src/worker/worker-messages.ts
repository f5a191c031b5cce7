import type { FailureMessage } from "../store-failure.ts";

export interface WorkerRequest {
  readonly call: number;
  readonly method: string;
  readonly parameters: unknown;
}

export type WorkerReply =
  { readonly call: number; readonly value: unknown } | { readonly call: number; readonly failure: FailureMessage };

/** The calls that a worker answers: parameters and result by name. */
export type WorkerMethods<Methods> = {
  readonly [Name in keyof Methods]: (parameters: never) => unknown;
};
