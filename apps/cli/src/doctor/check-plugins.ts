import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_VECTOR_STORE, type LoadedPlugin, loadPlugins, type Settings } from "@quarry/server/configuration";
import type { PluginContext, PluginError } from "@quarry/plugin";
import { DataDirectoryLock } from "@quarry/server/connections";
import { Cause, Effect, Exit, Logger, type Scope } from "effect";
import type { EffectiveConfiguration } from "../configuration/effective.ts";
import { type Finding, ok, problem, skipped, warning, messageOf } from "./finding.ts";

const TIMEOUT = "15 seconds";

/** Plugin of a kind that has a health check. */
interface Candidate {
  readonly check: string;
  /** Path below the folder of all plugins, as in the service. */
  readonly folder: string;
  readonly loaded: LoadedPlugin<"vector-store" | "embedder" | "reranker">;
}

interface Healthy {
  readonly health: Effect.Effect<void, PluginError>;
}

/** Opens the configured plugins as the service would, and runs the health check of each. No check may cause costs. */
export const checkPlugins = async (effective: EffectiveConfiguration): Promise<readonly Finding[]> => {
  const candidates = await candidatesOf(effective);
  const findings = await inFolder(effective.settings, async (folder) => {
    const found: Finding[] = [];
    for (const candidate of candidates) found.push(...(await checkPlugin(candidate, folder)));
    return found;
  });
  return findings ?? [skipped("plugins", "not checked: another process uses the data folder")];
};

/**
 * Returns the plugins to check. Excludes unconfigured default plugins: most machines have no API keys for them and no
 * network route to them.
 */
const candidatesOf = async ({
  configuration,
  source,
  settings,
}: EffectiveConfiguration): Promise<readonly Candidate[]> => {
  const { vectorStores, embedders, rerankers } = await loadPlugins(configuration, source);
  const isConfigured = (name: string, raw: unknown) =>
    name === configuration.defaultEmbedder || JSON.stringify(raw) !== JSON.stringify(defaultSettings(settings)[name]);
  return [
    ...[...vectorStores].map(([name, loaded]) => ({
      check: `vector store ${name}`,
      folder: name === DEFAULT_VECTOR_STORE ? "vector-store" : `vector-store-${name}`,
      loaded,
    })),
    ...[...embedders]
      .filter(([name, { rawSettings }]) => isConfigured(name, rawSettings))
      .map(([name, loaded]) => ({ check: `embedder ${name}`, folder: `embedder-${name}`, loaded })),
    ...[...rerankers]
      .filter(([name, { rawSettings }]) => isConfigured(name, rawSettings))
      .map(([name, loaded]) => ({ check: `reranker ${name}`, folder: `reranker-${name}`, loaded })),
  ];
};

const defaultSettings = ({ openaiBaseUrl, cohereBaseUrl }: Settings): Readonly<Record<string, unknown>> => ({
  provider_a: { baseUrl: openaiBaseUrl },
  provider_b: { baseUrl: cohereBaseUrl },
});

/**
 * Runs `work` with the service's own folder locked, or with a temporary folder if it does not exist. Returns undefined
 * if another process uses the folder.
 */
const inFolder = async <A>(
  { dataDirectory }: Settings,
  work: (folder: string) => Promise<A>,
): Promise<A | undefined> => {
  if (!(await exists(dataDirectory))) return inTemporaryFolder(work);
  const withLock = Effect.flatMap(DataDirectoryLock, () => Effect.promise(() => work(join(dataDirectory, "plugins"))));
  const exit = await Effect.runPromiseExit(
    Effect.provide(withLock, DataDirectoryLock.layer({ directory: dataDirectory })),
  );
  if (Exit.isSuccess(exit)) return exit.value;
  if (Cause.hasDies(exit.cause)) throw Cause.squash(exit.cause);
  return undefined;
};

const inTemporaryFolder = async <A>(work: (folder: string) => Promise<A>): Promise<A> => {
  const folder = await mkdtemp(join(tmpdir(), "quarry-doctor-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const checkPlugin = async ({ check, folder, loaded }: Candidate, root: string): Promise<readonly Finding[]> => {
  const dataDirectory = join(root, folder);
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const make = loaded.plugin.make as (
    settings: never,
    context: PluginContext,
  ) => Effect.Effect<Healthy, PluginError, Scope.Scope>;
  const health = Effect.flatMap(make(loaded.settings, { dataDirectory, log: () => undefined }), (open) => open.health);
  const exit = await Effect.runPromiseExit(
    Effect.scoped(health).pipe(Effect.timeout(TIMEOUT), Effect.provide(Logger.layer([]))),
  );
  if (Exit.isFailure(exit)) {
    const remedy = `check that its server runs, and its settings (quarry config show)`;
    return [problem(check, `${loaded.plugin.name}: ${messageOf(Cause.squash(exit.cause))}`, remedy)];
  }
  return [(await addressProblem(check, loaded)) ?? keyless(check, loaded) ?? ok(check, loaded.plugin.name)];
};

/** A plugin without a key works only for collections that bring their own. */
const keyless = (check: string, { plugin, capabilities }: Candidate["loaded"]): Finding | undefined =>
  "credential" in capabilities && capabilities.credential === "required"
    ? warning(
        check,
        `${plugin.name} has no API key: each collection needs its own`,
        "set apiKey in its settings, or give collections embedding_api_key or reranking_api_key",
      )
    : undefined;

/** Checks only whether the provider's address answers. Any further request would have to be paid for. */
const addressProblem = async (
  check: string,
  { plugin, settings }: Candidate["loaded"],
): Promise<Finding | undefined> => {
  const { baseUrl } = settings as { readonly baseUrl?: unknown };
  if (typeof baseUrl !== "string") return undefined;
  try {
    await fetch(baseUrl, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(5_000) });
    return undefined;
  } catch (error) {
    const cause = (error as { readonly cause?: unknown }).cause ?? error;
    const remedy = "check the address in its settings, and that this machine can reach it";
    return problem(check, `${plugin.name}: ${baseUrl} can't be reached: ${messageOf(cause)}`, remedy);
  }
};
