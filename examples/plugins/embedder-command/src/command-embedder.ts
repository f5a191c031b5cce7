import type { PlainEmbedder, PluginCall } from "@quarry/plugin";
import { AnswerError, unitVectors } from "@quarry/plugin/provider";
import { commandError } from "./command-error.ts";
import type { CommandSettings } from "./command-settings.ts";
import { vectorsOf } from "./protocol.ts";
import { SupervisedProgram } from "./supervised-program.ts";

/** Starts the programs immediately, so that their models are loaded when the first text arrives. */
export const makeCommandEmbedder = (settings: CommandSettings, { log }: PluginCall): PlainEmbedder => {
  const programs = Array.from({ length: settings.processes }, () => new SupervisedProgram(settings, log));
  for (const program of programs) program.running();
  return {
    embed: async (texts, { model, dimension, inputType, signal }) => {
      const idlest = programs.reduce((best, program) => (program.load < best.load ? program : best));
      const vectors = vectorsOf(await idlest.embed({ model, dimension, inputType, texts }, signal));
      return unitVectorsOf(vectors, { count: texts.length, dimension, model });
    },
    // Sends no request to the programs: a busy one may take minutes, and a broken one has ended.
    health: () => {
      const states = programs.map((program) => program.running());
      if (!states.some(({ isReady }) => isReady)) throw commandError("unavailable", "the program is not ready yet");
    },
    close: async () => void (await Promise.all(programs.map((program) => program.close()))),
  };
};

/** The program's error is not the plugin's: defects of its vectors are reported as such. */
const unitVectorsOf = (...[vectors, expected]: Parameters<typeof unitVectors>): readonly Float32Array[] => {
  try {
    return unitVectors(vectors, expected);
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    throw commandError("incompatible", `the program does not answer as it should: ${error.message}`);
  }
};
