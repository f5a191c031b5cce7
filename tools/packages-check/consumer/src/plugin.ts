import { defineEmbedder, type EmbedderCapabilities, type EmbedRequest, PluginError } from "@quarry/plugin";
import { checkEmbedRequest } from "@quarry/plugin/provider";
import { Effect, Redacted, Schema } from "effect";

const NAME = "consumer-embedder";

const capabilities: EmbedderCapabilities = {
  models: [{ name: "letters", dimension: 26, description: "How often each letter comes" }],
  otherModels: false,
  credential: "optional",
  maxBatchTexts: 16,
  maxBatchTokens: 100_000,
  usesTermStatistics: false,
  hybridAlpha: 0.5,
};

/** Plugin built against the published packages, as an external author would build it. */
export default defineEmbedder({
  name: NAME,
  specVersion: 1,
  capabilities,
  settings: Schema.Struct({ acceptedKey: Schema.RedactedFromValue(Schema.NonEmptyString) }),
  make: ({ acceptedKey }) =>
    Effect.succeed({
      health: Effect.void,
      embed: Effect.fnUntraced(function* (request: EmbedRequest) {
        yield* checkEmbedRequest(NAME, capabilities, request);
        const { credential } = request;
        // The plugin must be able to unwrap a key that the service wrapped.
        if (credential !== undefined && Redacted.value(credential) !== Redacted.value(acceptedKey))
          return yield* new PluginError({ plugin: NAME, reason: "unauthorized", message: "the key is refused" });
        return { vectors: request.texts.map(letterVector) };
      }),
    }),
});

const letterVector = (text: string): Float32Array => {
  const vector = new Float32Array(26);
  for (const letter of text.toLowerCase()) {
    const place = letter.charCodeAt(0) - 97;
    if (place >= 0 && place < 26) vector[place]! += 1;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
};
