/** The name of the store in the config's section `vectorStore`, and of collections that never asked for another. */
export const DEFAULT_VECTOR_STORE = "default";

/** What the config's section \`keywordIndex\` says where no vector store answers words. */
export const EMBEDDED_KEYWORD_INDEX = "embedded";
