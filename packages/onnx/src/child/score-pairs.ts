import type { Tensor } from "@huggingface/transformers";
import { ModelFailure } from "../model-failure.ts";
import { outputValues } from "./output-values.ts";
import type { ModelParts } from "./token-inputs.ts";

/** Returns the relevance of each passage to the query, in [0, 1]: the sigmoid of the model's single output. */
export async function scorePairs(
  { inputs, forward }: ModelParts,
  query: string,
  passages: readonly string[],
): Promise<Float32Array> {
  const outputs = await forward(inputs.tensors(inputs.pairs(query, passages)));
  const logits = outputs["logits"] as Tensor | undefined;
  if (logits === undefined)
    throw new ModelFailure(
      "incompatible",
      `the model is not a reranker: it returns ${Object.keys(outputs).join(", ")} and not logits`,
    );
  const values = outputValues(logits);
  if (values.length !== passages.length)
    throw new ModelFailure(
      "incompatible",
      `the model is not a reranker: it returns ${logits.dims.at(-1)} numbers per passage, a reranker returns one`,
    );
  if (!values.every((value) => Number.isFinite(value)))
    throw new ModelFailure("internal", "the model returned numbers that are not finite; another dtype may help");
  return values.map((value) => 1 / (1 + Math.exp(-value)));
}
