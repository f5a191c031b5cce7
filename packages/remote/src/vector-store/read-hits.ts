import type { VectorHit as HitMessage } from "@quarry/api/plugin";
import type { VectorHit } from "@quarry/plugin";
import { metadataOf } from "../wire/stored-record.ts";
import { WireError } from "../wire/wire-error.ts";

/** Rounding error that a backend may add at the ends of the cosine range. */
const COSINE_NOISE = 1e-3;

/** Converts a peer's hit. `withMetadata` is whether the caller must still check the metadata. */
export const hitOf = ({ id, cosine, metadataJson }: HitMessage, withMetadata: boolean): VectorHit => {
  const hit = { id, cosine: cosineOf(cosine) };
  if (!withMetadata) return hit;
  if (metadataJson === undefined) throw new WireError("a hit without the requested metadata");
  return { ...hit, metadata: metadataOf(metadataJson) };
};

const cosineOf = (cosine: number): number => {
  if (Math.abs(cosine) <= 1 + COSINE_NOISE) return Math.min(1, Math.max(-1, cosine));
  throw new WireError(`a cosine of ${cosine}`);
};
