export { TokenCounter } from "./token-counter.ts";
export { countTokens } from "./tokenizer.ts";
