import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, type contract, type Message } from "../../api/rest.ts";

export type AccessKey = Message<contract.AccessKey>;
export type NewKey = Message<contract.CreateKeyRequest>;

const KEYS = ["keys"] as const;

/** Every key, those of the config file first, revoked ones included. */
export const useKeys = () =>
  useQuery({ queryKey: KEYS, queryFn: async () => (await call("GET /v1/admin/keys", {})).keys });

/** Makes a key. The answer is the only place where the key stands: it is forgotten with the window that shows it. */
export const useCreateKey = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: NewKey) => call("POST /v1/admin/keys", key),
    onSuccess: () => client.invalidateQueries({ queryKey: KEYS }),
    gcTime: 0,
  });
};

export const useRevokeKey = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call("DELETE /v1/admin/keys/{name}", { name }),
    // Also after a failure: somebody else may have been faster.
    onSettled: () => client.invalidateQueries({ queryKey: KEYS }),
  });
};
