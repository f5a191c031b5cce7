import { PREVIOUS_MODEL } from "./embedder-capabilities.ts";

/** Weights of parts of a document's text in its vector. One occurrence of a word has weight 1. */
export interface TextWeights {
  /**
   * Weight of a number that is not a year. A table has hundreds, which would otherwise outweigh the words that name
   * them.
   */
  readonly number: number;
  /**
   * Weight of a term in the lead, the short first paragraph of a text, which names its subject. The platform puts
   * title, file name and headings there.
   */
  readonly lead: number;
}

export const LATEST_WEIGHTS: TextWeights = { number: 0.25, lead: 3 };
const PREVIOUS_WEIGHTS: TextWeights = { number: 1, lead: 1 };

/** Returns the weights for the vectors of a model. */
export const weightsOf = (model: string): TextWeights =>
  model === PREVIOUS_MODEL.name ? PREVIOUS_WEIGHTS : LATEST_WEIGHTS;
