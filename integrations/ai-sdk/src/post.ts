import { APICallError } from "@ai-sdk/provider";

export interface Connection {
  /** Base URL of the service, without a trailing slash. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
}

/** Options of one call, as passed by the framework. */
export interface CallOptions {
  readonly abortSignal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * Posts JSON to a route of the REST API whose response has a list named `list`. Fails with an APICallError, from which
 * the framework determines whether to retry; an abort by the caller's signal fails with the signal's reason.
 */
export const post = async <Body>(
  { address, headers, fetch }: Connection,
  path: string,
  list: keyof Body,
  body: unknown,
  call: CallOptions,
): Promise<{ readonly body: Body; readonly headers: Record<string, string> }> => {
  const url = `${address}${path}`;
  const failed = (message: string, more: object) =>
    new APICallError({ message, url, requestBodyValues: body, ...more });
  const input = Object.entries(call.headers ?? {}).filter(([, value]) => value !== undefined) as [string, string][];
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers, ...Object.fromEntries(input) },
      body: JSON.stringify(body),
      ...(call.abortSignal && { signal: call.abortSignal }),
    });
    const text = await response.text();
    const responseHeaders = Object.fromEntries(response.headers);
    const answer: (Body & { readonly detail?: string }) | null = await new Response(text).json().catch(() => null);
    if (response.ok && Array.isArray(answer?.[list])) return { body: answer!, headers: responseHeaders };
    const message = answer?.detail ?? `${url} answered HTTP ${response.status}, which is no answer of Quarry`;
    throw failed(message, { statusCode: response.status, responseHeaders, responseBody: text });
  } catch (error) {
    if (APICallError.isInstance(error) || call.abortSignal?.aborted === true) throw error;
    throw failed(`${url} can't be reached: ${reasonOf(error)}`, { cause: error, isRetryable: true });
  }
};

/** Node's fetch provides the reason only in the cause. */
const reasonOf = (error: unknown): string => {
  const { message, cause } = error as { readonly message?: string; readonly cause?: unknown };
  return cause instanceof Error ? cause.message : (message ?? String(error));
};
