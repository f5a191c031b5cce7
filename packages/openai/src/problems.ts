import { DomainError } from "@quarry/plugin/domain";
import type { FailureWriter, ReportedFailure } from "@quarry/http/protocols";

/** Error with the affected parameter and the error name that OpenAI's clients know. */
export class ApiProblem extends DomainError {
  readonly param: string | null;
  /** Error name, such as `invalid_value`. */
  readonly reason: string;

  constructor(code: DomainError["code"], message: string, param: string | null, reason: string) {
    super({ code, message });
    this.param = param;
    this.reason = reason;
  }
}

export const invalid = (param: string, problem: string, reason = "invalid_value"): ApiProblem =>
  new ApiProblem("invalid_argument", `Invalid '${param}': ${problem}`, param, reason);

export const missing = (param: string): ApiProblem =>
  new ApiProblem("invalid_argument", `Missing required parameter: '${param}'.`, param, "missing_required_parameter");

/** Matches the field path at the start of the services' own messages. */
const LEADING_PATH = /^([a-z][a-z0-9_]{0,40}(?:\.[A-Za-z0-9_$]{1,40}|\[\d{1,5}\]){0,4}): /;

/** OpenAI's parameter names, by the services' own names. */
const PARAMETERS: Readonly<Record<string, string>> = {
  metadata: "attributes",
  min_score: "score_threshold",
  top_k: "max_num_results",
};

const REASONS: Readonly<Record<number, string>> = {
  401: "invalid_api_key",
  403: "insufficient_permissions",
  404: "not_found",
  405: "method_not_allowed",
  409: "conflict",
  413: "file_too_large",
  429: "rate_limit_exceeded",
};

const typeOf = (status: number): string => {
  if (status === 401) return "authentication_error";
  if (status === 403) return "permission_error";
  if (status === 429) return "rate_limit_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
};

const paramOf = ({ status, detail, error }: ReportedFailure): string | null => {
  if (error instanceof ApiProblem) return error.param;
  const path = status === 400 || status === 413 ? (LEADING_PATH.exec(detail)?.[1] ?? null) : null;
  return path === null ? null : (PARAMETERS[path] ?? path);
};

/** Writes the failure body: `error` is for OpenAI's clients, `detail` and `code` for our own. */
export const failureBody: FailureWriter = (failure, headers) => {
  const { status, detail, code, error } = failure;
  // Clients retry after 409, but none of our conflicts resolves by itself.
  if (status === 409) headers.set("x-should-retry", "false");
  const reason = error instanceof ApiProblem ? error.reason : (REASONS[status] ?? null);
  return JSON.stringify({
    error: { message: detail, type: typeOf(status), param: paramOf(failure), code: reason },
    detail,
    code,
  });
};
