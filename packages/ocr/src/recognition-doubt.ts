/**
 * Confidence below which a text is doubtful. Of 15 increasingly degraded pages in English and German, 6 were below it
 * and lacked at least 9 of 100 words. It is no guarantee: 3 above it lacked 7 to 15 of 100. Good scans reach .92 and
 * more, Arabic .85 with one word in ten wrong.
 */
const DOUBTFUL_CONFIDENCE = 0.88;

/** Returns a message for a text that is probably wrong in many places. Returns nothing for other texts or no text. */
export const doubtOf = (confidence: number): { readonly doubt?: string } =>
  confidence > 0 && confidence < DOUBTFUL_CONFIDENCE
    ? {
        doubt: `its text was recognised with a confidence of only ${Math.floor(confidence * 100)} of 100, so that many words may be wrong; a clearer scan, or the right languages in the settings of its parser, help`,
      }
    : {};
