// Console API beyond the contract, over tRPC, with its pages and metrics.
export { makeConsole } from "./make-console.ts";
export type { ConsoleRouter } from "./routers/console-router.ts";
export type { SessionView } from "./routers/session.ts";
export { makeMetricsEndpoint } from "./metrics/metrics-endpoint.ts";
export { RequestTotals } from "./metrics/request-totals.ts";
export {
  dependencyMetrics,
  processMetrics,
  requestMetrics,
  roomMetrics,
  storeMetrics,
} from "./metrics/service-exposition.ts";
export { ServiceMetrics } from "./metrics/service-metrics.ts";
export type { IngestMetrics } from "./metrics/ingest-history.ts";
export type { FailedRequest, MetricsRange, RequestFigures, RequestMetrics } from "./metrics/request-meter.ts";
export type { DependencyHealth, DocumentStep } from "../rpc/index.ts";
export type { CollectionChoices, CollectionPage, CollectionSummary, ModelChoice } from "./routers/collections.ts";
export type { ProgressMessage } from "./routers/progress-batch.ts";
export type { Overview } from "./routers/overview-read.ts";
