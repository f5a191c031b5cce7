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
  /** Of the process that answers. */
  readonly requests: RequestMetrics;
  /** Of all processes that share the database. */
  readonly ingest: IngestMetrics;
  /** Requests that the process answered 5xx, the latest first. */
  readonly failures: readonly FailedRequest[];
}

export interface Overview {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Null while the database doesn't answer. */
  readonly counts: PlatformStatistics | null;
  /** Most recently uploaded failed documents, latest first. */
  readonly failedDocuments: readonly FailedDocument[];
  /** The errors' text is for administrators. */
  readonly health: readonly DependencyHealth[];
  /** Null for a key that is limited to some collections. */
  readonly server: ServerFigures | null;
}

export type ReadOverview = (principal: Principal, range: MetricsRange) => Promise<Overview>;

const MAX_FAILED_DOCUMENTS = 10;

/** Lifetime of a cached answer that several pages share. */
const COUNTS_MS = 1_500;
const HEALTH_MS = 5_000;
/** A check of a model may load it. */
const MODELS_MS = 60_000;

/** Reads everything that the overview shows in one go; what is the same for all who ask is read once for them. */
export const makeReadOverview: Effect.Effect<
  ReadOverview,
  never,
  DocumentRepository | HealthServices | ServiceMetrics | Statistics
> = Effect.gen(function* () {
  const statistics = yield* Statistics;
  const documents = yield* DocumentRepository;
  const metrics = yield* ServiceMetrics;
  const services = yield* Effect.context<HealthServices>();

  const everything = sharedRead(COUNTS_MS, () => readCounts(undefined));
  const dependencies = sharedRead(HEALTH_MS, () => runEffect(Effect.provideContext(checkDependencies, services)));
  const models = sharedRead(MODELS_MS, () => runEffect(Effect.provideContext(checkModels, services)));

  // A database that is away is seen in the health: the rest of the page must not go with it.
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

  return async ({ scope, collections }, range) => {
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
});

/** Everyone may see which dependency is unhealthy, but not its address and its error. */
const withoutError = (health: DependencyHealth): DependencyHealth => ({ ...health, error: null });
