/** Name of the store in the config section `vectorStore`, and of collections that never requested another one. */
export const DEFAULT_VECTOR_STORE = "default";

/** Value of the config section `keywordIndex` if no vector store answers keyword queries. */
export const EMBEDDED_KEYWORD_INDEX = "embedded";
