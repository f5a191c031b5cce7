import { type EmbedderCapabilities, type EmbedderV1, PluginError, type PluginContext } from "@quarry/plugin";
import { AnswerError, checkEmbedRequest, unitVectors } from "@quarry/plugin/provider";
import { Effect, type Scope } from "effect";
import { commandError, PLUGIN_NAME } from "./command-error.ts";
import type { CommandSettings } from "./command-settings.ts";
import { vectorsOf } from "./protocol.ts";
import { SupervisedProgram } from "./supervised-program.ts";

/** The programs are started at once, so that their models are loaded when the first text comes. */
export const makeCommandEmbedder = (
  settings: CommandSettings,
  capabilities: EmbedderCapabilities,
  context: PluginContext,
): Effect.Effect<EmbedderV1, PluginError, Scope.Scope> =>
  Effect.gen(function* () {
    const programs = yield* Effect.acquireRelease(
      Effect.sync(() => Array.from({ length: settings.processes }, () => new SupervisedProgram(settings, context.log))),
      (opened) => Effect.promise(() => Promise.all(opened.map((program) => program.close()))),
    );
    yield* Effect.try({ try: () => programs.forEach((program) => program.running()), catch: toPluginError });
    return embedderOn(programs, capabilities);
  });

const embedderOn = (programs: readonly SupervisedProgram[], capabilities: EmbedderCapabilities): EmbedderV1 => ({
  embed: (request) =>
    Effect.andThen(
      checkEmbedRequest(PLUGIN_NAME, capabilities, request),
      Effect.tryPromise({
        try: async (signal) => {
          const idlest = programs.reduce((best, program) => (program.load < best.load ? program : best));
          const vectors = vectorsOf(await idlest.embed(request, signal));
          const { model, dimension, texts } = request;
          return { vectors: unitVectors(vectors, { count: texts.length, dimension, model }) };
        },
        catch: toPluginError,
      }),
    ),
  // Asked of none: one that is busy may take minutes, and one that is broken has ended.
  health: Effect.try({
    try: () => {
      const states = programs.map((program) => program.running());
      if (!states.some(({ isReady }) => isReady)) throw commandError("unavailable", "the program is not ready yet");
    },
    catch: toPluginError,
  }),
});

const toPluginError = (error: unknown): PluginError => {
  if (error instanceof PluginError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof AnswerError
    ? commandError("incompatible", `the program does not answer as it should: ${message}`)
    : commandError("internal", message, { cause: error });
};
