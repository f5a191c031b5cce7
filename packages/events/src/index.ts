// Events of documents and jobs: progress for subscribers, and webhooks.
export { failed, inProgress, isFinal, type ProgressEvent, readyStep, stepAt } from "./progress.ts";
export { ProgressHub, type ProgressHubShape } from "./progress-hub.ts";
export type { ProgressSubject } from "./progress-listeners.ts";
export { localProgressHub } from "./progress-local.ts";
export { redisProgressHub } from "./progress-redis.ts";
export type { DocumentEvent } from "./webhooks/webhook-event.ts";
export { WebhookOutbox, type WebhookOutboxShape } from "./webhooks/webhook-outbox.ts";
export { webhookNotFound, Webhooks, type WebhooksShape } from "./webhooks/webhooks.ts";
export {
  recoverWebhookDeliveries,
  runWebhookDeliveries,
  type WebhookWorkerOptions,
} from "./webhooks/run-webhook-deliveries.ts";
export {
  checkResolved,
  guardedLookup,
  parseTarget,
  RefusedTargetError,
  type TargetRules,
  UnresolvedTargetError,
} from "./targets/target-guard.ts";
