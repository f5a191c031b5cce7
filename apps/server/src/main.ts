#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Configuration,
  ConfigurationError,
  listenForLateFailures,
  readChosenModels,
  readConfiguration,
  secretTexts,
  type Settings,
  unknownSettings,
  withChosenModels,
} from "@quarry/host";
import { Cause, Effect, Exit, Fiber, Redacted } from "effect";
import { loadApiSecret } from "./api-secret.ts";
import { defaultConfiguration, deploymentOf, pluginSourceOf, serviceSettings } from "./configuration.ts";
import { openDataDirectory } from "./data-directory.ts";
import { catchStrayOutput, type OwnOutput } from "./log/stray-output.ts";
import { makeLogger } from "./logger.ts";
import { runService } from "./service.ts";
import { stopTimes } from "./stop-times.ts";
import { whenParentIsGone } from "./end-with-parent.ts";

const here = dirname(fileURLToPath(import.meta.url));

const version = (JSON.parse(readFileSync(resolve(here, "../package.json"), "utf8")) as { readonly version: string })
  .version;

/** Output of the program itself, not affected by the capture of stray output. */
let say: OwnOutput = { out: console.log, error: console.error };

/** Placeholder for the plugin's name if the output comes from outside of its calls: from a thread or a library. */
const NOT_KNOWN = "(not known)";

/** Returns the secrets that must not appear in the log, including those within URLs. */
const secretsOf = (
  settings: Settings,
  configuration: Configuration,
  apiSecret: Redacted.Redacted | undefined,
): readonly string[] => {
  const whole = secretTexts([settings, configuration, apiSecret]);
  return [...whole, ...whole.flatMap((text) => secretTexts(text))];
};

/** Length in characters below which a secret can be guessed by brute force. */
const SHORT_SECRET = 16;

const start = async (): Promise<number> => {
  const settings = serviceSettings(process.env);
  const deployment = deploymentOf(settings);
  const configured = await readConfiguration(settings.configFile, defaultConfiguration(settings));
  await openDataDirectory(settings.dataDirectory);
  const chosen = await readChosenModels(settings.dataDirectory);
  const configuration = withChosenModels(configured, chosen);
  const { secret, file } =
    deployment.role === "worker" ? NO_SECRET : await loadApiSecret(settings.apiSecret, settings.dataDirectory);
  const logger = makeLogger({ logLevel: settings.logLevel, secrets: secretsOf(settings, configuration, secret) });
  say = catchStrayOutput(({ stream, text, plugin = NOT_KNOWN }) =>
    logger[stream === "stdout" ? "info" : "warn"]({ plugin, stream }, text),
  );
  for (const problem of unknownSettings(process.env)) logger.warn(problem);
  listenForLateFailures(({ plugin, call, error }) =>
    logger.error({ plugin, call, err: error }, "a plugin failed outside a call; the service continues"),
  );
  if (secret !== undefined && Redacted.value(secret).length < SHORT_SECRET) {
    logger.warn(
      `SERVICE_API_SECRET has fewer than ${SHORT_SECRET} characters and can be guessed; unset it to generate a strong one`,
    );
  }
  const program = runService({
    settings,
    environment: process.env,
    deployment,
    configuration,
    chosen,
    pluginSource: pluginSourceOf(settings),
    logger,
    apiSecret: secret,
    version,
    onListening: ({ address, family, port }) => {
      const host = family === "IPv6" ? `[${address}]` : address;
      const source = file === undefined ? "as set in SERVICE_API_SECRET" : `in the file ${file}`;
      const rest = secret === undefined ? "A worker: it answers only /health" : `API secret: ${source}`;
      // Written at once: a program that waits for the address also gets the rest.
      say.out(`Quarry ${version} listens on http://${host}:${port}\n${rest}`);
    },
  });
  const { inAllMs } = stopTimes(settings.shutdownGraceSeconds * 1000);
  const fiber = Effect.runFork(program);
  let isStopping = false;
  // A terminal sends Ctrl-C to the whole process group, and each program between it and this one forwards it again.
  const stop = (why: { readonly signal?: string; readonly reason?: string }) => {
    if (isStopping) return;
    isStopping = true;
    logger.info(why, "stopping");
    fiber.interruptUnsafe();
    // Work that still hangs is lost as in a crash: everything acknowledged is on disk.
    setTimeout(() => {
      logger.warn("the shutdown timeout has expired; unfinished work is abandoned");
      process.exit(0);
    }, inAllMs).unref();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop({ signal }));
  whenParentIsGone(process.env["QUARRY_ENDS_WITH_PARENT"], () => stop({ reason: "the parent process has exited" }));
  const exit = await Effect.runPromise(Fiber.await(fiber));
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) {
    logger.info("stopped");
    return 0;
  }
  if (isStopping) {
    // No response depended on it. For example, a folder that became read-only can't be cleaned up; this is harmless.
    logger.warn({ err: Cause.squash(exit.cause) }, "some resources could not be closed");
    return 0;
  }
  throw Cause.squash(exit.cause);
};

/** A worker serves nothing that needs a secret. */
const NO_SECRET = { secret: undefined, file: undefined };

/** Returns the message with the causes that a person can act on, and a stack trace only for defects. */
const explain = (error: unknown): string => {
  if (error instanceof ConfigurationError) return error.problems.map((problem) => `  ${problem}`).join("\n");
  if (error instanceof Error && "_tag" in error) return `  ${error.message}`;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EADDRINUSE") return "  SERVICE_PORT: the port is taken by another program; choose another one";
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return "  SERVICE_HOST: this machine has no such address; choose one of its own, or 0.0.0.0 for all";
  }
  if (code === "EACCES" || code === "EROFS") return `  SERVICE_DATA_DIR: ${(error as Error).message}`;
  return `  ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
};

/** Time for pending output before the process exits. */
const LAST_WORDS_MS = 1_000;

try {
  process.exitCode = await start();
} catch (error) {
  say.error(`Quarry can't start:\n${explain(error)}`);
  process.exitCode = 1;
}
// Before its own exit is complete, Node restores the default signal handlers, and a signal then kills the process. A
// late signal, forwarded by npm or by a second Ctrl-C, would turn an orderly stop into a failure. An explicit exit
// keeps Node's handlers to the end.
process.once("beforeExit", () => process.exit());
// A timer that a plugin leaves behind, after a failed call or while it is loaded, must not keep a stopped service
// alive.
setTimeout(() => process.exit(), LAST_WORDS_MS).unref();
