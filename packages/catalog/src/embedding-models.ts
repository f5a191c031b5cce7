import { CONTRACT_EMBEDDING_MODELS, isContractProvider } from "@quarry/plugin/domain";
import type { PluginsShape } from "@quarry/host";

export interface ListedEmbeddingModel {
  readonly provider: string;
  readonly model: string;
  readonly dimension: number;
  readonly description: string;
}

/** Lists the models of the contract, in its order; with `all`, followed by those of all other configured embedders. */
export const listEmbeddingModels = (
  plugins: Pick<PluginsShape, "embedders">,
  all: boolean,
): readonly ListedEmbeddingModel[] => {
  if (!all) return CONTRACT_EMBEDDING_MODELS;
  const others = [...plugins.embedders.values()].filter(({ name }) => !isContractProvider(name));
  return [...CONTRACT_EMBEDDING_MODELS, ...others.flatMap(modelsOf)];
};

const modelsOf = ({ name, capabilities }: PluginsShape["defaultEmbedder"]): readonly ListedEmbeddingModel[] =>
  capabilities.models.map((model) => ({
    provider: name,
    model: model.name,
    dimension: model.dimension,
    description: model.description,
  }));
