import {
  CONTRACT_EMBEDDING_MODELS,
  CONTRACT_PROVIDERS,
  type ContractProvider,
  describeValue,
  type DomainError,
  invalidArgument,
  isContractProvider,
  limits,
  providerNamed,
} from "@quarry/plugin/domain";
import type { OpenEmbedder, PluginsShape } from "@quarry/host";
import { Redacted } from "effect";
import { NO_MODEL, NO_PROVIDER } from "./no-model.ts";

/** Requested embedding settings of a new collection; each is optional. */
export interface EmbeddingRequest {
  readonly embeddingProvider?: string | undefined;
  readonly embeddingModel?: string | undefined;
  readonly embeddingApiKey?: Redacted.Redacted | undefined;
  readonly dimension?: number | undefined;
}

export interface EmbeddingChoice {
  readonly provider: string;
  readonly model: string;
  readonly dimension: number;
}

/** A model with its supported dimensions. */
interface ModelDimensions {
  readonly name: string;
  readonly dimension: number;
  readonly range?: { readonly minimum: number; readonly maximum: number };
}

/**
 * Fills in provider, model and dimension of a new collection and rejects invalid combinations. Throws a `DomainError`
 * that names the field.
 */
export const chooseEmbedding = (request: EmbeddingRequest, plugins: PluginsShape): EmbeddingChoice => {
  const provider = requestedProvider(request, plugins) ?? plugins.defaultEmbedder.name;
  if (provider === NO_PROVIDER) return withoutModel(request);
  const embedder = plugins.embedders.get(provider);
  if (embedder === undefined && !isContractProvider(provider)) {
    const known = [...new Set([...CONTRACT_PROVIDERS, ...plugins.embedders.keys(), NO_PROVIDER])];
    throw field("embedding_provider", `must be one of ${known.join(", ")}`, provider);
  }
  checkCredential(provider, embedder, request.embeddingApiKey);
  const models = isContractProvider(provider) ? contractModels(provider) : pluginModels(embedder as OpenEmbedder);
  const otherModels = isContractProvider(provider) || (embedder?.capabilities.otherModels ?? false);
  const name = request.embeddingModel ?? (models[0] as ModelDimensions).name;
  return { provider, model: name, dimension: chooseDimension(name, models, otherModels, request.dimension) };
};

/** Returns the id of the provider that a request names. */
export const requestedProvider = (
  { embeddingProvider: name }: Pick<EmbeddingRequest, "embeddingProvider">,
  { embedders }: PluginsShape,
): string | undefined => (name === undefined ? undefined : providerNamed(name, (each) => embedders.has(each)));

/** Returns the settings of a collection whose clients supply the vectors. */
const withoutModel = ({ embeddingModel, embeddingApiKey, dimension }: EmbeddingRequest): EmbeddingChoice => {
  if (embeddingModel !== undefined && embeddingModel !== NO_MODEL) {
    throw field("embedding_model", `must be left out for embedding_provider "${NO_PROVIDER}"`, embeddingModel);
  }
  if (embeddingApiKey !== undefined && Redacted.value(embeddingApiKey) !== "") {
    throw invalidArgument(`embedding_api_key: must be left out for embedding_provider "${NO_PROVIDER}"`);
  }
  if (dimension === undefined) {
    throw invalidArgument(
      `dimension: is required for embedding_provider "${NO_PROVIDER}": it is that of the vectors that clients write`,
    );
  }
  return { provider: NO_PROVIDER, model: NO_MODEL, dimension };
};

const checkCredential = (
  provider: string,
  embedder: OpenEmbedder | undefined,
  key: Redacted.Redacted | undefined,
): void => {
  // A provider of the contract that isn't configured can be added later, and then needs a key.
  const required = embedder === undefined || embedder.capabilities.credential === "required";
  if (required && (key === undefined || Redacted.value(key) === "")) {
    throw invalidArgument(`embedding_api_key: is required for embedding_provider ${describeValue(provider)}`);
  }
};

const chooseDimension = (
  name: string,
  models: readonly ModelDimensions[],
  otherModels: boolean,
  requested: number | undefined,
): number => {
  const model = models.find((candidate) => candidate.name === name);
  if (model === undefined) {
    if (!otherModels) throw field("embedding_model", `must be one of ${models.map((m) => m.name).join(", ")}`, name);
    if (requested === undefined) {
      throw invalidArgument(
        `dimension: is required for the model ${describeValue(name)}, whose dimension is not known`,
      );
    }
    return requested;
  }
  if (requested === undefined || requested === model.dimension) return model.dimension;
  if (model.range === undefined)
    throw field("dimension", `must be ${model.dimension} for the model ${name}`, requested);
  const { minimum, maximum } = model.range;
  if (requested < minimum || requested > maximum) {
    throw field("dimension", `must be from ${minimum} to ${maximum} for the model ${name}`, requested);
  }
  return requested;
};

const contractModels = (provider: ContractProvider): readonly ModelDimensions[] =>
  CONTRACT_EMBEDDING_MODELS.filter((model) => model.provider === provider).map(({ model, dimension, canShorten }) => ({
    name: model,
    dimension,
    ...(canShorten && { range: { minimum: 1, maximum: dimension } }),
  }));

const pluginModels = (embedder: OpenEmbedder): readonly ModelDimensions[] =>
  embedder.capabilities.models.map(({ name, dimension, dimensionRange }) => ({
    name,
    dimension,
    ...(dimensionRange !== undefined && {
      range: { minimum: dimensionRange.minimum, maximum: Math.min(dimensionRange.maximum, limits.MAX_DIMENSION) },
    }),
  }));

const field = (name: string, problem: string, got: unknown): DomainError =>
  invalidArgument(`${name}: ${problem}, got ${describeValue(got)}`);
