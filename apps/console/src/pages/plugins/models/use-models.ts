import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, type contract, type Message } from "../../../api/rest.ts";

export type LocalModel = Message<contract.LocalModel>;
export type ModelUse = Message<contract.ModelUse>;

/** Polling intervals: short while a use runs, otherwise long, to notice uses that others begin. */
const RUNNING_MS = 1_000;
const RESTING_MS = 15_000;

const KEY = ["models"] as const;

const RUNNING: ReadonlySet<ModelUse["state"]> = new Set([
  "fetching",
  "installing",
  "measuring",
  "moving",
  "rolling_back",
]);

export const isRunning = ({ state }: Pick<ModelUse, "state">): boolean => RUNNING.has(state);

/** Query for the models, and for the current or last use of one. */
export const useModels = () => {
  const client = useQueryClient();
  return useQuery({
    queryKey: KEY,
    queryFn: async () => {
      const read = await call("GET /v1/admin/models", {});
      const before = client.getQueryData<typeof read>(KEY);
      // Other cached data still describes the previous plugins, default and indexes.
      if (before !== undefined && before.use?.state !== read.use?.state) {
        for (const key of ["plugins", "configuration", "collections"])
          void client.invalidateQueries({ queryKey: [key] });
      }
      return read;
    },
    refetchInterval: ({ state }) =>
      state.data?.use !== undefined && isRunning(state.data.use) ? RUNNING_MS : RESTING_MS,
  });
};

/** Mutation of the use of a model. It reloads the models after success and failure. */
const useModelCall = <Input>(call: (input: Input) => Promise<ModelUse>) => {
  const client = useQueryClient();
  return useMutation({ mutationFn: call, onSettled: () => client.invalidateQueries({ queryKey: KEY }) });
};

export interface Preparation {
  readonly name: string;
  /** Names of the collections to move; "all" for all. */
  readonly collections: readonly string[] | "all";
}

export const usePrepareModel = () =>
  useModelCall(({ name, collections }: Preparation) =>
    call("POST /v1/admin/models/{name}/prepare", {
      name,
      ...(collections === "all" ? { all: true } : { collections }),
    }),
  );

export const useStartUse = () => useModelCall((name: string) => call("POST /v1/admin/models/{name}/use", { name }));

export const useCancelUse = () => useModelCall(() => call("POST /v1/admin/models/cancel", {}));

export const useRollBackUse = () => useModelCall(() => call("POST /v1/admin/models/rollback", {}));
