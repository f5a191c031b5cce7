export { remoteEmbedder } from "./embedder/remote-embedder.ts";
export { embedderContract } from "./embedder/embedder-contract.ts";
export { describePeer } from "./peer/open-peer.ts";
export { remoteSettings, type RemoteSettings } from "./peer/remote-settings.ts";
export { remoteReranker } from "./reranker/remote-reranker.ts";
export { rerankerContract } from "./reranker/reranker-contract.ts";
export { remoteVectorStore } from "./vector-store/remote-vector-store.ts";
export { vectorStoreContract } from "./vector-store/vector-store-contract.ts";
