import type { Tensor } from "@huggingface/transformers";
import { ModelFailure } from "../model-failure.ts";
import type { ModelOptions } from "../model-protocol.ts";
import { outputValues } from "./output-values.ts";
import { normalise, poolTokens } from "./pool-tokens.ts";
import type { ModelParts } from "./token-inputs.ts";

/** Returns the unit vectors of a batch of texts, in order. */
export async function embedTexts(
  { inputs, forward }: ModelParts,
  { task, model }: ModelOptions,
  texts: readonly string[],
): Promise<Float32Array> {
  if (task.kind !== "embed") throw new ModelFailure("internal", "this model was loaded to score passages");
  const batch = texts.map((text) => inputs.text(text));
  const outputs = await forward(inputs.tensors(batch));
  const perToken = (outputs["last_hidden_state"] ?? outputs["token_embeddings"]) as Tensor | undefined;
  const output = perToken ?? (outputs["sentence_embedding"] as Tensor | undefined);
  if (output === undefined)
    throw new ModelFailure(
      "incompatible",
      `${model} is not an embedding model: it returns ${Object.keys(outputs).join(", ")} and not last_hidden_state`,
    );
  const dimension = output.dims.at(-1)!;
  if (dimension !== task.dimension)
    throw new ModelFailure(
      "incompatible",
      `dimension is ${task.dimension} in the settings, but the vectors of ${model} have ${dimension} numbers`,
    );
  const values = outputValues(output);
  const lengths = batch.map(({ ids }) => ids.length);
  // Some models include the pooling.
  const vectors = perToken === undefined ? values.slice() : poolTokens(values, lengths, dimension, task.pooling);
  if (!normalise(vectors, dimension))
    throw new ModelFailure("internal", `${model} returned numbers that are not finite; another dtype may help`);
  return vectors;
}
