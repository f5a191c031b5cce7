import type { SessionView } from "@quarry/http/console";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { SESSION_KEY } from "./query-client.ts";
import { trpc } from "./trpc.ts";

export type { SessionView };

/** Query for the signed-in key; null if there is no session. */
export const SESSION_QUERY = {
  queryKey: SESSION_KEY,
  queryFn: () => trpc.session.get.query(),
  staleTime: Infinity,
};

export const useSession = () => useQuery(SESSION_QUERY);

/** Signs in with a key. The key is sent to the service once, and the page does not store it. */
export const useSignIn = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: string) => trpc.session.open.mutate({ key }),
    onSuccess: (session) => client.setQueryData(SESSION_KEY, session),
    gcTime: 0,
  });
};

/** Signs out, and clears all cached data. */
export const useSignOut = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => trpc.session.close.mutate(),
    onSuccess: () => {
      // Sets null before the rest is removed: if the query itself were removed, its observers would keep their old
      // data.
      client.setQueryData(SESSION_KEY, null);
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
      client.getMutationCache().clear();
    },
  });
};

export const SessionContext = createContext<SessionView | undefined>(undefined);

/**
 * Permissions of the signed-in key, to offer only the actions that will work. The service checks each request itself.
 */
export const usePermissions = () => {
  const session = useContext(SessionContext)!;
  return {
    session,
    canWrite: session.scope !== "read",
    canAdminister: session.scope === "admin",
    /** Access to the whole service: keys, jobs, plugins. */
    isOperator: session.scope === "admin" && session.collections === null,
  };
};
