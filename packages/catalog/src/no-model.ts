import { describeValue, type DomainError, invalidArgument } from "@quarry/plugin/domain";
import type { CollectionRecord, IndexPlace } from "@quarry/store";

/** The `embedding_provider` of a collection whose vectors are its clients' own: nothing is embedded for it. */
export const NO_PROVIDER = "none";

/** What such a collection has in the place of a model. */
export const NO_MODEL = "none";

/** Whether something is embedded for a collection, or for one of its indexes. */
export const hasModel = ({ embeddingProvider }: Pick<IndexPlace, "embeddingProvider">): boolean =>
  embeddingProvider !== NO_PROVIDER;

/** What a caller is told who wants something embedded for a collection without a model. */
export const needsModel = (field: string, { name }: Pick<CollectionRecord, "name">, hint = ""): DomainError =>
  invalidArgument(
    `${field}: the collection ${describeValue(name)} has no embedding model (embedding_provider is "none")${hint}`,
  );
