import type { DomainError } from "@quarry/plugin/domain";
import type { FailureCode } from "../../rpc/failure-body.ts";

/** Failed call, before its body is written. */
export interface ReportedFailure {
  readonly status: number;
  readonly detail: string;
  readonly code: FailureCode;
  /** Thrown error, if the caller may see it. */
  readonly error: DomainError | undefined;
}

/** Writes the body of a failed call, and can add headers to the answer. */
export type FailureWriter = (failure: ReportedFailure, headers: Map<string, string>) => string;
