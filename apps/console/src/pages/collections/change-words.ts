import { collections as collectionsTexts } from "../../strings/collections.ts";
import type { BadgeProps } from "../../ui/badge.tsx";
import type { IndexChange } from "./use-changes.ts";

const texts = collectionsTexts.index;

export const STATE_TONES: Readonly<Record<IndexChange["state"], NonNullable<BadgeProps["tone"]>>> = {
  restoring: "info",
  building: "info",
  verifying: "info",
  switched: "accent",
  done: "good",
  cancelled: "neutral",
  failed: "bad",
  rolled_back: "warn",
};

export const kindOf = ({ kind, rollback_of: rollbackOf }: IndexChange): string =>
  rollbackOf === null ? texts.kinds[kind] : texts.rollback;

/** Formats a model and its store in one line. */
export const indexTitleOf = ({ embedding_model: model, dimension, vector_store: store }: IndexChange["to"]): string =>
  texts.place(model, dimension, store);
