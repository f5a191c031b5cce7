import { type PlatformStatistics, Statistics } from "@quarry/catalog";
import { Clock, Context, Effect, type Scope } from "effect";
import { IngestHistory, type IngestMetrics, SAMPLE_EVERY_MS, sampleOf } from "./ingest-history.ts";
import { type MetricsRange, RequestMeter } from "./request-meter.ts";

export interface ServiceMetricsShape {
  /** Requests of this process. */
  readonly requests: RequestMeter;
  /** Ingestion of all processes that share the database. */
  readonly ingest: (range: MetricsRange) => IngestMetrics;
  /** Returns the latest counts, at most 10 s old while the database responds; undefined before the first count. */
  readonly counted: () => PlatformStatistics | undefined;
}

/** Metrics of the last hour, stored in memory. */
export class ServiceMetrics extends Context.Service<ServiceMetrics, ServiceMetricsShape>()(
  "@quarry/http/ServiceMetrics",
) {
  /** Counts documents every 10 s until the scope closes; each count is a few indexed reads. */
  static readonly make: Effect.Effect<ServiceMetricsShape, never, Statistics | Scope.Scope> = Effect.gen(function* () {
    const statistics = yield* Statistics;
    const clock = yield* Clock.Clock;
    const history = new IngestHistory();
    let latest: PlatformStatistics | undefined;
    const sample = Effect.map(statistics.platform(undefined), (counted) => {
      latest = counted;
      history.add(sampleOf(clock.currentTimeMillisUnsafe(), counted));
    }).pipe(Effect.catchCause((cause) => Effect.logDebug("documents could not be counted", cause)));
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(sample, Effect.sleep(SAMPLE_EVERY_MS))));
    return {
      requests: new RequestMeter(),
      ingest: (range) => history.read(range, clock.currentTimeMillisUnsafe()),
      counted: () => latest,
    };
  });
}
