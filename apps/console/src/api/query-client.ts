import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { failureOf, isUnavailable } from "./api-error.ts";
import { noteReachable } from "./reachability.ts";

/** Key of the query for the signed-in key. */
export const SESSION_KEY = ["session"] as const;

const UNAUTHORIZED = 401;

/** Whether a retry may succeed. */
const isWorthRetrying = (error: Error): boolean => {
  const { status } = failureOf(error);
  return status === undefined || status === 502 || status === 503;
};

// Any response can show that the session has ended. The address does not change, and signing in returns to it.
const noticeFailure = (error: unknown): void => {
  noteReachable(!isUnavailable(error));
  if (failureOf(error).status === UNAUTHORIZED) queryClient.setQueryData(SESSION_KEY, null);
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeFailure, onSuccess: () => noteReachable(true) }),
  mutationCache: new MutationCache({ onError: noticeFailure, onSuccess: () => noteReachable(true) }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 2 && isWorthRetrying(error),
    },
  },
});
