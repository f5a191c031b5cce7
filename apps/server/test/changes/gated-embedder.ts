import { appendFileSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { defineEmbedder, PluginError } from "@quarry/plugin";
import { Effect, Schema } from "effect";

const PLUGIN = "gated-embedder";

/**
 * Embedder that a test can block. The file `gate` contains the number of texts that may be embedded before it waits. It
 * can also contain words whose texts are refused at once ("400 harbour note"), or "refuse" to refuse all texts. Without
 * the file there is no limit. Each batch is logged in the file `log`.
 */
export default defineEmbedder({
  name: PLUGIN,
  specVersion: 1,
  capabilities: {
    models: [
      { name: "gated-a", dimension: 256, description: "For tests." },
      { name: "gated-b", dimension: 64, description: "For tests." },
    ],
    otherModels: false,
    credential: "none",
    maxBatchTexts: 64,
    maxBatchTokens: 100_000,
    usesTermStatistics: false,
    hybridAlpha: 0.5,
  },
  settings: Schema.Struct({ gate: Schema.String, log: Schema.String }),
  make: ({ gate, log }) => {
    const embedded = (): number => (read(log) ?? "").split("\n").reduce((sum, line) => sum + Number(line), 0);
    const isLetThrough = async (texts: readonly string[]): Promise<boolean> => {
      const [, ...words] = read(gate)?.split(" ") ?? [];
      if (words.some((word) => texts.some((text) => text.includes(word)))) return false;
      for (;;) {
        const limit = read(gate)?.split(" ")[0];
        if (limit === "refuse") return false;
        if (limit === undefined || embedded() < Number(limit)) return true;
        await delay(20);
      }
    };
    return Effect.succeed({
      embed: ({ texts, dimension, inputType }) =>
        Effect.gen(function* () {
          if (inputType === "document") {
            if (!(yield* Effect.promise(() => isLetThrough(texts)))) {
              return yield* new PluginError({ plugin: PLUGIN, reason: "unauthorized", message: "the key is refused" });
            }
            appendFileSync(log, `${texts.length}\n`);
          }
          return { vectors: texts.map((text) => vectorOf(text, dimension)) };
        }),
      health: Effect.void,
    });
  },
});

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
};

/** Assigns each word a dimension, so that texts with a word in common are near each other. */
export const vectorOf = (text: string, dimension: number): Float32Array => {
  const vector = new Float32Array(dimension);
  for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? ["nothing"]) {
    let hash = 2_166_136_261;
    for (const letter of word) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
    const place = (hash >>> 1) % dimension;
    vector[place] = vector[place]! + 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};
