import { CreateWebhookRequestSchema, type UpdateWebhookRequest, WebhookSchema, WebhookService } from "@quarry/api";
import { Idempotency } from "@quarry/catalog";
import { limits } from "@quarry/plugin/domain";
import { Webhooks } from "@quarry/events";
import type { WebhookPatch } from "@quarry/store";
import { Effect, Redacted } from "effect";
import { type BoundService, bindWholeService, type CallContext } from "./handler.ts";
import { answerIdempotently, fingerprintOfMessage } from "./idempotent.ts";
import { pageOf } from "./messages.ts";
import { runEffect } from "./run-effect.ts";
import { fromEventTypes, toWebhook, toWebhookDelivery } from "./webhook-messages.ts";
import { checkShareOfWebhooks, maySeeWebhook, refuseAllCollections, visibleWebhook } from "./webhook-scope.ts";

/** Creates the rpcs of WebhookService. */
export const makeWebhookHandlers: Effect.Effect<BoundService, never, Idempotency | Webhooks> = Effect.gen(function* () {
  const webhooks = yield* Webhooks;
  const idempotency = yield* Idempotency;
  const find = async (id: string, caller: CallContext) => visibleWebhook(caller, await runEffect(webhooks.get(id)));
  return bindWholeService(WebhookService, {
    createWebhook: async (request, context) => {
      if (request.collections === undefined) refuseAllCollections(context);
      if (context.principal?.collections !== undefined) {
        const all = await runEffect(webhooks.list({ limit: limits.MAX_WEBHOOKS, offset: 0 }));
        checkShareOfWebhooks(context, all.items);
      }
      const insert = await runEffect(
        webhooks.prepare({
          url: request.url,
          events: fromEventTypes(request.events),
          collections: request.collections?.names ?? null,
          description: request.description ?? "",
        }),
      );
      const fingerprint = () => fingerprintOfMessage(CreateWebhookRequestSchema, request);
      const once = { idempotency, context, route: "create webhook", fingerprint, output: WebhookSchema };
      return runEffect(
        answerIdempotently(once, (within) =>
          Effect.map(insert(within), ({ webhook, secret }) => ({
            ...toWebhook(webhook),
            secret: Redacted.value(secret),
          })),
        ),
      );
    },

    listWebhooks: async (request, context) => {
      const all = await runEffect(webhooks.list({ limit: limits.MAX_WEBHOOKS, offset: 0 }));
      const visible = all.items.filter((webhook) => maySeeWebhook(context, webhook));
      const { limit, offset } = pageOf(request);
      return { webhooks: visible.slice(offset, offset + limit).map(toWebhook), total: visible.length };
    },

    getWebhook: async (request, context) => toWebhook(await find(request.id, context)),

    updateWebhook: async (request, context) => {
      await find(request.id, context);
      if (request.allCollections) refuseAllCollections(context);
      return toWebhook(await runEffect(webhooks.update(request.id, fromUpdate(request))));
    },

    deleteWebhook: async (request, context) => {
      await find(request.id, context);
      await runEffect(webhooks.remove(request.id));
      return { status: "ok", message: `Webhook '${request.id}' deleted` };
    },

    listWebhookDeliveries: async (request, context) => {
      await find(request.id, context);
      const page = await runEffect(webhooks.deliveries(request.id, pageOf(request), context.principal?.collections));
      return { deliveries: page.items.map(toWebhookDelivery), total: page.total };
    },

    redeliverWebhookDelivery: async (request, context) => {
      await find(request.id, context);
      const { principal } = context;
      return toWebhookDelivery(
        await runEffect(webhooks.redeliver(request.id, request.deliveryId, principal?.collections)),
      );
    },

    testWebhook: async (request, context) => {
      await find(request.id, context);
      const deliveryId = await runEffect(webhooks.test(request.id));
      return { status: "ok", message: "A webhook.test event is on its way; see the deliveries", deliveryId };
    },
  });
});

const fromUpdate = (request: UpdateWebhookRequest): WebhookPatch => ({
  ...(request.url !== undefined && { url: request.url }),
  ...(request.events !== undefined && { events: fromEventTypes(request.events.types) }),
  ...(request.collections !== undefined && { collections: request.collections.names }),
  ...(request.allCollections && { collections: null }),
  ...(request.description !== undefined && { description: request.description }),
  ...(request.active !== undefined && { active: request.active }),
});
