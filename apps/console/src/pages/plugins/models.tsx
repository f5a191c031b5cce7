import type { contract, Message } from "../../api/rest.ts";
import { plugins as pluginsTexts } from "../../strings/plugins.ts";
import { formatCount } from "../../ui/format.ts";
import lists from "../../ui/list.module.css";
import styles from "./plugins.module.css";

const texts = pluginsTexts.abilities;

type Model = Message<contract.EmbedderModel>;

export interface ModelsProps {
  readonly models: readonly Model[];
  /** Whether other models may be requested. */
  readonly others: boolean;
}

/** Models of an embedder, the default first. */
export function Models({ models, others }: ModelsProps) {
  return (
    <ul className={styles.models}>
      {models.map((model) => (
        <li key={model.name} title={model.description}>
          <code>{model.name}</code> <span className={lists.muted}>{sizeOf(model)}</span>
        </li>
      ))}
      {others && <li className={lists.muted}>{texts.otherModels}</li>}
    </ul>
  );
}

const sizeOf = (model: Model): string => {
  const { dimension, min_dimension: from, max_dimension: to, max_input_tokens: tokens } = model;
  const size = from !== null && to !== null ? texts.modelRange(from, to) : texts.modelDimension(dimension);
  return tokens === null ? size : `${size}, ${texts.modelTokens(formatCount(tokens))}`;
};
