export { failed, inProgress, isFinal, type ProgressEvent, readyStep, stepAt } from "./progress.ts";
export {
  type CollectionProgressListener,
  ProgressHub,
  type ProgressHubShape,
  type ProgressListener,
  type ProgressSubject,
} from "./progress-hub.ts";
export type { DocumentEvent, WebhookPayload } from "./webhooks/webhook-event.ts";
export { WebhookOutbox, type WebhookOutboxShape } from "./webhooks/webhook-outbox.ts";
export {
  type CreatedWebhook,
  type CreateWebhook,
  webhookNotFound,
  Webhooks,
  type WebhooksShape,
} from "./webhooks/webhooks.ts";
export {
  recoverWebhookDeliveries,
  runWebhookDeliveries,
  type WebhookWorkerOptions,
} from "./webhooks/run-webhook-deliveries.ts";
// Symbols above are for services; symbols below for their tests and tools.
export { RETRY_DELAYS_MS } from "./webhooks/retry-schedule.ts";
export type { TargetRules } from "./webhooks/target-guard.ts";
