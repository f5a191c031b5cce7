import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, type contract, type Message } from "../../api/rest.ts";

export type AccessKey = Message<contract.AccessKey>;
export type NewKey = Message<contract.CreateKeyRequest>;

const KEYS = ["keys"] as const;

/** Query for all keys, including revoked ones. Those of the config file come first. */
export const useKeys = () =>
  useQuery({ queryKey: KEYS, queryFn: async () => (await call("GET /v1/admin/keys", {})).keys });

/** Creates a key. Only the response contains the key: it is dropped when the dialog that shows it closes. */
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
    // Also after a failure: another user may have created the key first.
    onSettled: () => client.invalidateQueries({ queryKey: KEYS }),
  });
};
