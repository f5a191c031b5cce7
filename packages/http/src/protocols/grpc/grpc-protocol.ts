import { create } from "@bufbuild/protobuf";
import type { ConnectRouter, HandlerContext } from "@connectrpc/connect";
import { GetReadinessRequestSchema, PlatformService } from "@quarry/api";
import type { BoundService, CallContext } from "../../rpc/handler.ts";
import { type LiveStreams, untilSettled } from "../rest/live-streams.ts";
import { GrpcHealth } from "./health.ts";
import { HEALTH_SERVICE, REFLECTION_SERVICES } from "./protocol-files.ts";
import { Reflection, type ReflectionRequest } from "./reflection.ts";

/** Reflection (v1, v1alpha) and health services, which gRPC tools and load balancers expect on the same port. */
export class GrpcProtocol {
  readonly #reflection: Reflection;
  readonly #health: GrpcHealth;
  readonly #liveStreams: LiveStreams;

  constructor(services: readonly BoundService[], liveStreams: LiveStreams) {
    const described = [...services.map(({ service }) => service), HEALTH_SERVICE];
    const stopping = new AbortController();
    liveStreams.add(() => stopping.abort());
    this.#liveStreams = liveStreams;
    this.#reflection = new Reflection([...described, ...REFLECTION_SERVICES]);
    this.#health = new GrpcHealth({
      services: new Set(described.map(({ typeName }) => typeName)),
      isReady: readinessOf(services),
      stopping: stopping.signal,
    });
  }

  /** Registers the services. The library reads these requests itself, within the given bounds. */
  register(router: ConnectRouter, bounds: { readonly readMaxBytes: number }): void {
    for (const service of REFLECTION_SERVICES) {
      router.service(
        service,
        {
          serverReflectionInfo: (requests: AsyncIterable<unknown>, context: HandlerContext) =>
            this.#untilStopped(this.#reflection.answer(requests as AsyncIterable<ReflectionRequest>), context),
        } as never,
        bounds,
      );
    }
    router.service(
      HEALTH_SERVICE,
      {
        check: (request: unknown) => this.#health.check(request as { service: string }),
        watch: (request: unknown, { signal }: HandlerContext) =>
          this.#health.watch(request as { service: string }, signal),
      } as never,
      bounds,
    );
  }

  /** Ends a stream when the server stops: a client that keeps it open must not delay the shutdown. */
  async *#untilStopped(answers: AsyncGenerator<object>, context: HandlerContext): AsyncGenerator<object> {
    const stopped = Promise.withResolvers<undefined>();
    const leave = () => stopped.resolve(undefined);
    const forget = this.#liveStreams.add(leave);
    context.signal.addEventListener("abort", leave, { once: true });
    try {
      yield* untilSettled(answers, stopped.promise);
    } finally {
      forget();
      context.signal.removeEventListener("abort", leave);
    }
  }
}

/** Returns the same readiness as `/health/ready`; a server without that endpoint is ready as long as it runs. */
const readinessOf = (services: readonly BoundService[]): (() => Promise<boolean>) => {
  const platform = services.find(({ service }) => service.typeName === PlatformService.typeName);
  const handler = platform?.handlers["getReadiness"] as
    | ((request: unknown, context: CallContext) => Promise<{ readonly status: string }>)
    | undefined;
  if (handler === undefined) return async () => true;
  return async () => {
    const context = { responseHeaders: new Map<string, string>() } as unknown as CallContext;
    return (await handler(create(GetReadinessRequestSchema), context)).status === "ok";
  };
};
