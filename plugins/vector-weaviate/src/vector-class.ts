import { BODY, FACTS, KEY, VECTOR } from "./stored-object.ts";
import { type ClassDefinition, type ClassKind, HIDDEN, wordList } from "./weaviate-classes.ts";

const MARK = /^Quarry vectors, version 1, dimension (\d+)$/;

/** Larger than the defaults, which miss some of the nearest objects. */
const HNSW = { efConstruction: 256, maxConnections: 32, dynamicEfMin: 200, dynamicEfMax: 1_000 } as const;

/** Classes of vectors. The description of a class contains the vector length. */
export const VECTOR_CLASS: ClassKind<number> = {
  infix: "",
  what: "vector collection",
  knownBy: (description) => {
    const dimension = MARK.exec(description)?.[1];
    return dimension === undefined ? undefined : Number(dimension);
  },
};

export const vectorClass = (dimension: number): ClassDefinition => {
  const text = { dataType: ["text"], ...HIDDEN };
  return {
    description: `Quarry vectors, version 1, dimension ${dimension}`,
    vectorConfig: {
      [VECTOR]: {
        vectorizer: { none: {} },
        vectorIndexType: "hnsw",
        // Vectors have unit length, so the dot product is the cosine; with its own cosine the server would scale them.
        // Quantised vectors, a default of the server, would yield other cosines.
        vectorIndexConfig: { distance: "dot", skipDefaultQuantization: true, ...HNSW },
      },
    },
    properties: [wordList(FACTS), { name: KEY, ...text }, { name: BODY, ...text }],
  };
};
