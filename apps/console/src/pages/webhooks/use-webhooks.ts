import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, type contract, type Message } from "../../api/rest.ts";

export type Webhook = Message<contract.Webhook>;
export type Delivery = Message<contract.WebhookDelivery>;
export type EventName = Message<contract.CreateWebhookRequest>["events"][number];

/** Properties of a webhook from its form. */
export interface WebhookInput {
  readonly url: string;
  readonly events: readonly EventName[];
  /** Null for all. */
  readonly collections: readonly string[] | null;
  readonly description: string;
}

const WEBHOOKS_KEY = ["webhooks"];

/** Refresh intervals for a pending delivery, and for the list. */
const PENDING_REFRESH_MS = 1_000;
const REFRESH_MS = 5_000;

/** Query for all webhooks that the key may see; at most 50. */
export const useWebhooks = () =>
  useQuery({
    queryKey: [...WEBHOOKS_KEY, "list"],
    queryFn: ({ signal }) => call("GET /v1/admin/webhooks", {}, signal),
  });

export const useWebhook = (id: string) =>
  useQuery({
    queryKey: [...WEBHOOKS_KEY, id],
    queryFn: ({ signal }) => call("GET /v1/admin/webhooks/{id}", { id }, signal),
  });

/** Query for the newest deliveries, polled. The interval is short while one is pending. */
export const useDeliveries = (id: string, limit: number) =>
  useQuery({
    queryKey: [...WEBHOOKS_KEY, id, "deliveries", limit],
    queryFn: ({ signal }) => call("GET /v1/admin/webhooks/{id}/deliveries", { id, limit }, signal),
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ status }) => status === "pending") ? PENDING_REFRESH_MS : REFRESH_MS,
    placeholderData: keepPreviousData,
  });

const useRefreshing = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: WEBHOOKS_KEY });
};

/** Creates a webhook. Only the response contains the secret, and the console does not store it. */
export const useCreateWebhook = () => {
  const onSuccess = useRefreshing();
  return useMutation({
    mutationFn: (input: WebhookInput) => call("POST /v1/admin/webhooks", input),
    onSuccess,
    gcTime: 0,
  });
};

export const useUpdateWebhook = (id: string) => {
  const onSuccess = useRefreshing();
  return useMutation({
    mutationFn: (patch: Partial<WebhookInput> & { readonly active?: boolean }) =>
      call("PUT /v1/admin/webhooks/{id}", { ...patch, id }),
    onSuccess,
  });
};

export const useDeleteWebhook = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("DELETE /v1/admin/webhooks/{id}", { id }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...WEBHOOKS_KEY, "list"] }),
  });
};

/** Sends a test. Returns the id of its delivery. */
export const useTestWebhook = (id: string) => {
  const onSuccess = useRefreshing();
  return useMutation({
    mutationFn: async () => (await call("POST /v1/admin/webhooks/{id}/test", { id })).delivery_id,
    onSuccess,
  });
};

export const useRedeliver = (id: string) => {
  const onSettled = useRefreshing();
  return useMutation({
    mutationFn: (deliveryId: string) =>
      call("POST /v1/admin/webhooks/{id}/deliveries/{delivery_id}/redeliver", { id, delivery_id: deliveryId }),
    onSettled,
  });
};
