import { Code, ConnectError } from "@connectrpc/connect";
import { setTimeout as sleep } from "node:timers/promises";

/** Numbers of `grpc.health.v1.HealthCheckResponse.ServingStatus`. */
const SERVING = 1;
const NOT_SERVING = 2;
const SERVICE_UNKNOWN = 3;

const WATCH_EVERY_MS = 1_000;

export interface HealthOptions {
  /** Full names of the services that can be requested; the empty name stands for all. */
  readonly services: ReadonlySet<string>;
  /** Whether the service is ready, as `/health/ready` reports it. */
  readonly isReady: () => Promise<boolean>;
  /** Aborted when the server stops: from then on the status is not serving. */
  readonly stopping: AbortSignal;
}

/** Reports the health of the server over the protocol that gRPC load balancers use. */
export class GrpcHealth {
  readonly #options: HealthOptions;

  constructor(options: HealthOptions) {
    this.#options = options;
  }

  async check({ service }: { readonly service: string }): Promise<object> {
    if (!this.#knows(service)) throw new ConnectError(`service ${JSON.stringify(service)} is unknown`, Code.NotFound);
    return { status: await this.#status() };
  }

  /** Yields the current status, and then each change. */
  async *watch({ service }: { readonly service: string }, signal: AbortSignal): AsyncGenerator<object> {
    let last: number | undefined;
    while (!signal.aborted) {
      const status = this.#knows(service) ? await this.#status() : SERVICE_UNKNOWN;
      if (status !== last) yield { status };
      last = status;
      if (this.#options.stopping.aborted) return;
      await sleep(WATCH_EVERY_MS, undefined, { signal: AbortSignal.any([signal, this.#options.stopping]) }).catch(
        () => undefined,
      );
    }
    signal.throwIfAborted();
  }

  #knows(service: string): boolean {
    return service === "" || this.#options.services.has(service);
  }

  async #status(): Promise<number> {
    if (this.#options.stopping.aborted) return NOT_SERVING;
    return (await this.#options.isReady()) ? SERVING : NOT_SERVING;
  }
}
