import { AnswerError } from "@quarry/plugin/provider";

/**
 * Returns the scores in the order of the passages; the response is sorted by score. Scores slightly outside [0, 1] are
 * rounding errors.
 */
export const readScores = (answer: unknown, count: number): readonly number[] => {
  const results = isRecord(answer) ? answer["results"] : undefined;
  if (!Array.isArray(results)) throw new AnswerError("its response has no list `results`");
  if (results.length !== count) throw new AnswerError(`it returned ${results.length} scores for ${count} passages`);
  const scores = Array.from<number | undefined>({ length: count });
  for (const [position, item] of results.entries()) {
    const entry: Record<string, unknown> = isRecord(item) ? item : {};
    const { index, relevance_score: score } = entry;
    if (typeof index !== "number" || !(index in scores) || scores[index] !== undefined)
      throw new AnswerError(`\`index\` of result ${position} is ${JSON.stringify(index)}, for ${count} passages`);
    if (typeof score !== "number" || !Number.isFinite(score))
      throw new AnswerError(`\`relevance_score\` of result ${position} is ${JSON.stringify(score)}`);
    scores[index] = Math.min(Math.max(score, 0), 1);
  }
  return scores as readonly number[];
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
