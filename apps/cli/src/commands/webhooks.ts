import { WebhookSchema } from "@quarry/api";
import type { EventType, Webhook } from "@quarry/client/types";
import { printFields, printTable } from "../output/table.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

const eventsOf = ({ events }: Webhook): string => events.join(", ");

interface CreateOptions extends GlobalOptions {
  readonly events: readonly EventType[];
  readonly collections?: readonly string[];
  readonly description?: string;
}

export const createWebhook = (url: string, options: CreateOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const { collections, description } = options;
    const request = {
      url,
      events: options.events,
      ...(collections !== undefined && { collections }),
      ...(description !== undefined && { description }),
    };
    const webhook = await client.webhooks.createWebhook(request, { signal });
    print(WebhookSchema, webhook, () => {
      printFields(terminal, { id: webhook.id, url: webhook.url, events: eventsOf(webhook), secret: webhook.secret });
      terminal.note("The secret is shown this once: keep it.");
    });
  });

export const listWebhooks = (options: GlobalOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    // An instance has at most 50.
    const { webhooks } = await client.webhooks.listWebhooks({}, { signal });
    print(WebhookSchema, webhooks, () => {
      const rows = webhooks.map((each) => [
        each.id,
        each.active ? "active" : "inactive",
        each.url,
        eventsOf(each),
        each.collections?.join(", ") ?? "all",
      ]);
      printTable(terminal, ["ID", "", "URL", "EVENTS", "COLLECTIONS"], rows);
    });
  });

export const oneWebhook = (what: "delete" | "test", id: string, options: GlobalOptions): Promise<void> =>
  withSession(options, async ({ client, isJson, printJson, terminal, signal }) => {
    const { webhooks } = client;
    const answer = await (what === "delete"
      ? webhooks.deleteWebhook({ id }, { signal })
      : webhooks.testWebhook({ id }, { signal }));
    if (isJson) {
      const delivery = "deliveryId" in answer ? { delivery_id: answer.deliveryId } : {};
      printJson({ status: answer.status, message: answer.message, ...delivery });
    } else terminal.print(answer.message);
  });
