/** The name of the store in the config's section `vectorStore`, and of collections that never asked for another. */
export const DEFAULT_VECTOR_STORE = "default";
