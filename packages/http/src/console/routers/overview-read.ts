import { type PlatformStatistics, Statistics } from "@quarry/catalog";
import {
  checkDependencies,
  checkModels,
  type DependencyHealth,
  type HealthServices,
  runEffect,
} from "../../rpc/index.ts";
import type { Principal } from "../../rpc/handler.ts";
import { DocumentRepository, type FailedDocument } from "@quarry/store";
import { Effect } from "effect";
import type { IngestMetrics } from "../metrics/ingest-history.ts";
import type { FailedRequest, MetricsRange, RequestMetrics } from "../metrics/request-meter.ts";
import { ServiceMetrics } from "../metrics/service-metrics.ts";
import { sharedRead } from "../metrics/shared-read.ts";

/** Metrics for callers that may see all collections. */
export interface ServerFigures {
  /** Requests of the answering process. */
  readonly requests: RequestMetrics;
  /** Ingestion of all processes that share the database. */
  readonly ingest: IngestMetrics;
  /** Requests that this process answered 5xx, newest first. */
  readonly failures: readonly FailedRequest[];
}

export interface Overview {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Null while the database is unavailable. */
  readonly counts: PlatformStatistics | null;
  /** Most recently uploaded failed documents, latest first. */
  readonly failedDocuments: readonly FailedDocument[];
  /** Health of the dependencies; only administrators see the error text. */
  readonly health: readonly DependencyHealth[];
  /** Null for a key that is limited to certain collections. */
  readonly server: ServerFigures | null;
}

export type ReadOverview = (principal: Principal, range: MetricsRange) => Promise<Overview>;

const MAX_FAILED_DOCUMENTS = 10;

/** Lifetime of a cached answer that several pages share, in milliseconds. */
const COUNTS_MS = 1_500;
const HEALTH_MS = 5_000;
/** Lifetime of a cached model check, in milliseconds. It is longer because a check can load the model. */
const MODELS_MS = 60_000;

/** Reads everything that the overview shows. Values that are equal for all callers are read once and shared. */
export const makeReadOverview = Effect.gen(function* () {
  const statistics = yield* Statistics;
  const documents = yield* DocumentRepository;
  const metrics = yield* ServiceMetrics;
  const services = yield* Effect.context<HealthServices>();

  const everything = sharedRead(COUNTS_MS, () => readCounts(undefined));
  const dependencies = sharedRead(HEALTH_MS, () => runEffect(Effect.provideContext(checkDependencies, services)));
  const models = sharedRead(MODELS_MS, () => runEffect(Effect.provideContext(checkModels, services)));

  // An unavailable database shows in the health; the rest of the page must still work.
  const readCounts = async (limitedTo: ReadonlySet<string> | undefined) => {
    const names = limitedTo && [...limitedTo];
    const [counts, failedDocuments] = await Promise.all([
      runEffect(Effect.orElseSucceed(statistics.platform(limitedTo), () => null)),
      runEffect(Effect.orElseSucceed(documents.recentFailures(MAX_FAILED_DOCUMENTS, names), () => [])),
    ]);
    return { counts, failedDocuments };
  };

  const serverFigures = (range: MetricsRange): ServerFigures => ({
    requests: metrics.requests.read(range),
    ingest: metrics.ingest(range),
    failures: metrics.requests.failures(),
  });

  const read: ReadOverview = async ({ scope, collections }, range) => {
    const [counted, ...health] = await Promise.all([
      collections === undefined ? everything() : readCounts(collections),
      dependencies(),
      models(),
    ]);
    return {
      at: Date.now(),
      ...counted,
      health: health.flat().map((found) => (scope === "admin" ? found : withoutError(found))),
      server: collections === undefined ? serverFigures(range) : null,
    };
  };
  return read;
});

/** Removes the error: every caller may see which dependency is unhealthy, but not its address and its error. */
const withoutError = (health: DependencyHealth): DependencyHealth => ({ ...health, error: null });
