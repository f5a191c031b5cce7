import type { DomainError } from "@quarry/plugin/domain";
import type { FailureCode } from "../../rpc/failure-body.ts";

/** A failed call, before its body is written. */
export interface ReportedFailure {
  readonly status: number;
  readonly detail: string;
  readonly code: FailureCode;
  /** The thrown error, where the caller may know of it. */
  readonly error: DomainError | undefined;
}

/** Writes the body of a failed call; may add headers of the answer. */
export type FailureWriter = (failure: ReportedFailure, headers: Map<string, string>) => string;
