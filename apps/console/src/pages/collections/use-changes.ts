import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Body, call, type contract, type Message } from "../../api/rest.ts";

export type IndexChange = Message<contract.IndexChange>;

/** Polling interval while a change runs. Otherwise the interval is long, to notice changes that others begin. */
const RUNNING_MS = 1_000;
const RESTING_MS = 15_000;

export const isRunning = ({ state }: Pick<IndexChange, "state">): boolean =>
  state === "building" || state === "verifying";

const keyOf = (name: string) => ["collections", "changes", name] as const;

/** Query for the changes of a collection, newest first, and for the location of its index. */
export const useChanges = (name: string) => {
  const client = useQueryClient();
  return useQuery({
    queryKey: keyOf(name),
    queryFn: async () => {
      const read = await call("GET /v1/collections/{collection_name}/changes", { collection_name: name });
      const before = client.getQueryData<typeof read>(keyOf(name));
      // Other cached data of the collection still describes the previous index.
      if (before !== undefined && before.current.embedding_model !== read.current.embedding_model) {
        void client.invalidateQueries({ queryKey: ["collections", "one", name] });
        void client.invalidateQueries({ queryKey: ["collections", "list"] });
      }
      return read;
    },
    refetchInterval: ({ state }) => (state.data?.changes.some(isRunning) === true ? RUNNING_MS : RESTING_MS),
  });
};

export const useVectorStores = () =>
  useQuery({
    queryKey: ["vector-stores"],
    queryFn: async () => (await call("GET /v1/vector-stores", {})).vector_stores,
    staleTime: 30_000,
  });

/** Mutation of a change. It reloads the list of changes after success and failure. */
const useChangeCall = <Input>(name: string, call: (input: Input) => Promise<IndexChange>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(name) }),
    // The mutation may contain a provider's key.
    gcTime: 0,
  });
};

export type NewChange = Body<contract.StartChangeRequest>;

export const useStartChange = (name: string) =>
  useChangeCall(name, (change: NewChange) =>
    call("POST /v1/collections/{collection_name}/changes", { ...change, collection_name: name }),
  );

export const useCancelChange = (name: string) =>
  useChangeCall(name, (id: string) =>
    call("POST /v1/collections/{collection_name}/changes/{id}/cancel", { collection_name: name, id }),
  );

export const useRollBack = (name: string) =>
  useChangeCall(name, (id: string) =>
    call("POST /v1/collections/{collection_name}/changes/{id}/rollback", { collection_name: name, id }),
  );
