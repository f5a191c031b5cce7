import type { Api } from "../harness/api.ts";

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly collections: readonly string[] | null;
  readonly description: string;
  readonly active: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface CreatedWebhook extends Webhook {
  readonly secret: string;
}

export interface Delivery {
  readonly id: string;
  readonly webhook_id: string;
  readonly event: string;
  readonly collection: string;
  readonly document_id: string;
  readonly status: "pending" | "delivered" | "failed";
  readonly attempts: number;
  readonly response_status: number | null;
  readonly error: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly next_attempt_at: string | null;
  readonly delivered_at: string | null;
}

export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  readonly total: number;
}

export const WEBHOOKS = "/v1/admin/webhooks";

export const EVENTS: readonly string[] = ["document.processing", "document.ready", "document.failed"];

/** Address that no test ever connects to. */
export const PUBLIC_URL = "https://93.184.216.34/hook";

export const createWebhook = (api: Api, fields: Readonly<Record<string, unknown>> = {}): Promise<CreatedWebhook> =>
  api.expect(201, "POST", WEBHOOKS, { json: { url: PUBLIC_URL, events: EVENTS, ...fields } });

export const deliveriesOf = (api: Api, id: string, query = ""): Promise<DeliveryPage> =>
  api.expect(200, "GET", `${WEBHOOKS}/${id}/deliveries${query}`);

/** Removes every webhook, for the next test. */
export const removeAll = async (api: Api): Promise<void> => {
  const { webhooks } = await api.expect<{ webhooks: Webhook[] }>(200, "GET", WEBHOOKS);
  for (const { id } of webhooks) await api.expect(200, "DELETE", `${WEBHOOKS}/${id}`);
};
