/** The name of the store in the config's section `vectorStore`, and of collections that never asked for another. */
export const DEFAULT_VECTOR_STORE = "default";

/** Value of the config's section `keywordIndex` when no vector store answers keyword queries. */
export const EMBEDDED_KEYWORD_INDEX = "embedded";
