import { PREVIOUS_MODEL } from "./embedder-capabilities.ts";

/** Weights of parts of a document's text in its vector; one occurrence of a word has 1. */
export interface TextWeights {
  /**
   * Weight of a number that is no year. A table has hundreds, beside which the words that name them would have no part.
   */
  readonly number: number;
  /**
   * Weight of a term in the lead, the short paragraph that a text begins with: it names the text. The platform puts
   * title, file name and headings there.
   */
  readonly lead: number;
}

export const LATEST_WEIGHTS: TextWeights = { number: 0.25, lead: 3 };
const PREVIOUS_WEIGHTS: TextWeights = { number: 1, lead: 1 };

/** Weights for the vectors of a model. */
export const weightsOf = (model: string): TextWeights =>
  model === PREVIOUS_MODEL.name ? PREVIOUS_WEIGHTS : LATEST_WEIGHTS;
