/**
 * Of 15 pages spoilt more and more, in English and German, 6 came below this and lacked at least 9 words in 100. It is no guarantee: 3 above it
 * lacked 7 to 15 in 100. Good scans come to .92 and more, Arabic to .85 with one word in ten wrong.
 */
const DOUBTFUL_CONFIDENCE = 0.88;

/** A sentence about a text that is likely to be wrong in many places; nothing about other texts, and about none. */
export const doubtOf = (confidence: number): { readonly doubt?: string } =>
  confidence > 0 && confidence < DOUBTFUL_CONFIDENCE
    ? {
        doubt: `its text was recognised with a confidence of only ${Math.floor(confidence * 100)} of 100, so that many words may be wrong; a clearer scan, or the right languages in the settings of its parser, help`,
      }
    : {};
