import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EmbedderV1, PluginContext, PluginError, RerankerV1, VectorStoreV1 } from "@quarry/plugin";
import { Effect, Exit, Schema, Scope } from "effect";
import {
  remoteEmbedder,
  remoteReranker,
  type RemoteSettings,
  remoteSettings,
  remoteVectorStore,
} from "../../src/index.ts";

/** An open remote plugin. Closing it removes its folder. */
export interface OpenRemote<Service> extends AsyncDisposable {
  readonly service: Service;
  readonly log: readonly string[];
  readonly run: <Value>(call: (service: Service) => Effect.Effect<Value, PluginError>) => Promise<Value>;
  /** Returns the error of a call that has to fail. */
  readonly failure: (call: (service: Service) => Effect.Effect<unknown, PluginError>) => Promise<PluginError>;
}

export const decodeSettings = (settings: unknown): RemoteSettings => Schema.decodeUnknownSync(remoteSettings)(settings);

type Make<Service> = (
  plugin: string,
  settings: RemoteSettings,
  context: PluginContext,
) => Effect.Effect<Service, PluginError, Scope.Scope>;

const open = async <Service>(make: Make<Service>, settings: unknown): Promise<OpenRemote<Service>> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), "quarry-remote-"));
  const log: string[] = [];
  const scope = Scope.makeUnsafe();
  const context: PluginContext = { dataDirectory, log: (level, message) => log.push(`${level}: ${message}`) };
  const service = await Effect.runPromise(Scope.provide(make("under test", decodeSettings(settings), context), scope));
  return {
    service,
    log,
    run: (call) => Effect.runPromise(call(service)),
    failure: (call) => Effect.runPromise(Effect.flip(call(service))),
    [Symbol.asyncDispose]: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void));
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
};

export const openEmbedder = (settings: unknown): Promise<OpenRemote<EmbedderV1>> => open(remoteEmbedder, settings);
export const openReranker = (settings: unknown): Promise<OpenRemote<RerankerV1>> => open(remoteReranker, settings);
export const openStore = (settings: unknown): Promise<OpenRemote<VectorStoreV1>> => open(remoteVectorStore, settings);
