import { TRPCClientError } from "@trpc/client";

/** Error of a request that was answered with a failure. */
export class ApiError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** Id of the request in the service's log. */
  readonly requestId: string | undefined;

  constructor(message: string, status: number, requestId?: string) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.requestId = requestId;
  }

  static ofResponse(response: Response, body: unknown): ApiError {
    const detail = (body as { readonly detail?: unknown } | undefined)?.detail;
    const message = typeof detail === "string" ? detail : `${response.status} ${response.statusText}`;
    return new ApiError(message, response.status, response.headers.get("x-request-id") ?? undefined);
  }
}

/** Message, status and request id of a failure: from REST, tRPC, or the network. */
export interface FailureView {
  readonly message: string;
  /** HTTP status, or undefined if the service was not reached. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
}

export const failureOf = (error: unknown): FailureView => {
  if (error instanceof ApiError) return error;
  if (error instanceof TRPCClientError) {
    const data = error.data as { readonly httpStatus?: number; readonly requestId?: string } | undefined;
    if (data?.httpStatus !== undefined) {
      return { message: error.message, status: data.httpStatus, requestId: data.requestId };
    }
  }
  return { message: error instanceof Error ? error.message : String(error), status: undefined, requestId: undefined };
};

/** Whether the service could not be reached at all. */
export const isUnavailable = (error: unknown): boolean => failureOf(error).status === undefined;
