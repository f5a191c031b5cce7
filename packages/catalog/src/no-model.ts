import { describeValue, type DomainError, invalidArgument } from "@quarry/plugin/domain";
import type { CollectionRecord, IndexDefinition } from "@quarry/store";

/** The `embedding_provider` of a collection whose clients supply the vectors: the service embeds nothing for it. */
export const NO_PROVIDER = "none";

/** The `embedding_model` of a collection without an embedding provider. */
export const NO_MODEL = "none";

/** Whether the service embeds texts for a collection or one of its indexes. */
export const hasModel = ({ embeddingProvider }: Pick<IndexDefinition, "embeddingProvider">): boolean =>
  embeddingProvider !== NO_PROVIDER;

/** Error for a request to embed something in a collection without a model. */
export const needsModel = (field: string, { name }: Pick<CollectionRecord, "name">, hint = ""): DomainError =>
  invalidArgument(
    `${field}: the collection ${describeValue(name)} has no embedding model (embedding_provider is "none")${hint}`,
  );
