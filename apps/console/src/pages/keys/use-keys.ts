import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { answerOf, type Message, rest } from "../../api/rest.ts";

export type AccessKey = Message<"AccessKey">;
export type NewKey = Message<"CreateKeyRequest">;

const KEYS = ["keys"] as const;

/** Every key, those of the config file first, revoked ones included. */
export const useKeys = () =>
  useQuery({ queryKey: KEYS, queryFn: async () => (await answerOf(rest.GET("/v1/admin/keys"))).keys });

/** Makes a key. The answer is the only place where the key stands: it is forgotten with the window that shows it. */
export const useCreateKey = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewKey) => answerOf(rest.POST("/v1/admin/keys", { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: KEYS }),
    gcTime: 0,
  });
};

export const useRevokeKey = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => answerOf(rest.DELETE("/v1/admin/keys/{name}", { params: { path: { name } } })),
    // Also after a failure: somebody else may have been faster.
    onSettled: () => client.invalidateQueries({ queryKey: KEYS }),
  });
};
