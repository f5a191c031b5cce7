import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EmbedderPlugin } from "@quarry/plugin";
import embedderOnnx from "@quarry/embedder-onnx";
import embedderStatic from "@quarry/embedder-static";
import { Effect, Schema } from "effect";
import { afterAll, describe, expect, test } from "vitest";
import { isInstalled } from "@quarry/services/kit";
import type { QueryAnswer } from "../harness/resources.ts";
import { useServer } from "../harness/test-server.ts";
import { ENVIRONMENT, MINILM, MODELS, WORDLLAMA } from "./real-models.ts";

if (!isInstalled(MODELS)) throw new Error("models with real weights are not installed: npm run models:install");

/** Passage of each topic, with a question that shares few of its words. */
const PASSAGES = {
  refund: "Money is returned within fourteen days after the goods have come back to the warehouse.",
  glacier: "A glacier is a body of dense ice that moves downhill under its own weight, some metres a year.",
  heart: "The left ventricle pumps blood with oxygen into the aorta, from where it reaches all organs.",
  orchestra: "The orchestra rehearsed the third movement twice, because the horns came in too early.",
  bread: "Let the dough rest for two hours in a warm place, then bake the loaf at 230 degrees.",
  engine: "Turn off the ignition and let the motor cool down before the oil is drained from the sump.",
} as const;
const QUESTIONS: Readonly<Record<keyof typeof PASSAGES, string>> = {
  refund: "How long until I get a refund for returned goods?",
  glacier: "What makes glaciers flow down a mountain?",
  heart: "Which part of the heart pumps blood to the body?",
  orchestra: "Why was the movement of the symphony rehearsed again by the orchestra?",
  bread: "How hot must the oven be to bake bread?",
  engine: "How do I change the oil of the motor?",
};

/** Adds texts that are hard for tokenizers, and texts that a model truncates. */
const TEXTS = [
  ...Object.values(PASSAGES),
  ...Object.values(QUESTIONS),
  "Rückfragen an die Werkstatt: Maßnahmen & Öl-Wechsel (§ 12, Abs. 3).",
  "Việt Nam thống nhất; 黑豹队的防守只丢了三百零八分; مرحبا بالعالم",
  "don't can't it's UPPER lower MiXeD e\u0301 co\u00adop ﬁne x@y.com http://a.b/c?d=e#f 1,234.56 $5.00",
  "a\tb\nc\r\nd  e \u00a0 f",
  Object.values(PASSAGES).join(" ").repeat(6),
];

const MOST_TOKENS = 256;

const reference = (...args: readonly string[]): readonly (readonly number[])[] =>
  JSON.parse(
    execFileSync(join(ENVIRONMENT, "bin", "python"), [join(import.meta.dirname, "reference.py"), ...args], {
      input: JSON.stringify(TEXTS),
      maxBuffer: 2 ** 26,
      encoding: "utf8",
    }),
  ) as readonly (readonly number[])[];

const cosine = (left: ArrayLike<number>, right: ArrayLike<number>): number => {
  let [product, lefts, rights] = [0, 0, 0];
  for (let index = 0; index < left.length; index++) {
    product += left[index]! * right[index]!;
    lefts += left[index]! ** 2;
    rights += right[index]! ** 2;
  }
  return product / Math.sqrt(lefts * rights);
};

const vectorsOf = <Settings>(plugin: EmbedderPlugin<Settings>, input: object): Promise<readonly Float32Array[]> => {
  const settings = Schema.decodeUnknownSync(plugin.settings as Schema.Codec<Settings, unknown>)(input);
  const { name, dimension } = plugin.capabilitiesFor!(settings).models[0]!;
  const texts = TEXTS;
  return Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const embedder = yield* plugin.make(settings, { dataDirectory: MODELS, log: () => {} });
        return (yield* embedder.embed({ model: name, dimension, inputType: "document", texts })).vectors;
      }),
    ),
  );
};

const MODELS_TO_COMPARE = {
  "all-MiniLM-L6-v2": {
    plugin: "@quarry/embedder-onnx",
    settings: { model: MINILM.folder, dimension: MINILM.dimension, dtype: "int8", maxTokens: MOST_TOKENS, threads: 1 },
    // Embeds each text by itself, as the reference does: 8-bit integers are scaled by the whole batch.
    vectors: (settings: object) => vectorsOf(embedderOnnx, { ...settings, batchSize: 1 }),
    reference: () => reference("contextual", MINILM.folder, String(MOST_TOKENS)),
  },
  "wordllama-256": {
    plugin: "@quarry/embedder-static",
    settings: { model: WORDLLAMA.folder, dimension: WORDLLAMA.dimension },
    vectors: (settings: object) => vectorsOf(embedderStatic, settings),
    reference: () => reference("static", WORDLLAMA.folder),
  },
} as const;
type ModelName = keyof typeof MODELS_TO_COMPARE;
const NAMES = Object.keys(MODELS_TO_COMPARE) as readonly ModelName[];

test.each(NAMES)("%s returns the vectors of the Python reference, with a cosine of at least 0.999", async (name) => {
  const { settings, vectors, reference: references } = MODELS_TO_COMPARE[name];
  const expected = references();
  const found = await vectors(settings);
  const cosines = found.map((vector, index) => cosine(vector, expected[index]!));
  expect(found).toHaveLength(TEXTS.length);
  for (const [index, value] of cosines.entries())
    expect(value, TEXTS[index]!.slice(0, 80)).toBeGreaterThanOrEqual(0.999);
});

describe("through the service", () => {
  const folder = mkdtempSync(join(tmpdir(), "quarry-real-models-"));
  afterAll(() => rm(folder, { recursive: true }));
  const config = join(folder, "quarry.config.json");
  const embedders = Object.fromEntries(
    NAMES.map((name) => {
      const { plugin, settings } = MODELS_TO_COMPARE[name];
      return [name.toLowerCase(), { plugin, settings }];
    }),
  );
  writeFileSync(config, JSON.stringify({ embedders }));
  const server = useServer({ SERVICE_CONFIG: config });

  test.each(NAMES)("%s finds the passage that a question is about", async (name) => {
    const { api } = server;
    const collection = `by_${name.toLowerCase().replaceAll("-", "_")}`;
    await api.createCollection(collection, { embedding_provider: name.toLowerCase(), embedding_model: name });
    for (const [topic, text] of Object.entries(PASSAGES)) {
      const document = await api.ingest({ collection, filename: `${topic}.txt`, bytes: text });
      expect(document.status, document.error_message ?? "").toBe("ready");
    }
    for (const [topic, query] of Object.entries(QUESTIONS)) {
      const json = { query, search_mode: "semantic", top_k: 3 };
      const { results } = await api.expect<QueryAnswer>(200, "POST", `/v1/collections/${collection}/query`, { json });
      expect(
        results.map(({ document_id: id }) => id),
        query,
      ).toHaveLength(3);
      expect(results[0]!.text, query).toBe(PASSAGES[topic as keyof typeof PASSAGES]);
    }
  });
});
