import type { Rounds } from "./figure.ts";

export interface RoundOptions {
  readonly rounds: number;
  /** Rounds that are run first and not counted, so that both sides run compiled code on warm caches. */
  readonly warmUpRounds: number;
  /** Called ahead of each round, warm-up rounds included; not measured. */
  readonly prepare?: () => void | Promise<void>;
  /** One round of each; what it gives is the sample. */
  readonly subject: () => Promise<number>;
  readonly reference: () => Promise<number>;
}

/**
 * Runs subject and reference in turn, and who goes first in turn too, so that neither always finds the caches, or the
 * busy moments of a shared machine, that the other left.
 */
export const interleave = async ({
  rounds,
  warmUpRounds,
  prepare,
  subject,
  reference,
}: RoundOptions): Promise<Rounds> => {
  const samples = { subject: [] as number[], reference: [] as number[] };
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    await prepare?.();
    const isReferenceFirst = round % 2 !== 0;
    const early = isReferenceFirst ? await reference() : undefined;
    const subjectSample = await subject();
    const referenceSample = early ?? (await reference());
    if (round < 0) continue;
    samples.subject.push(subjectSample);
    samples.reference.push(referenceSample);
  }
  return samples;
};
