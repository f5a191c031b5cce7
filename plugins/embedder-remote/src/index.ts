import { defineEmbedder } from "@quarry/plugin";
import { describePeer, embedderContract, remoteEmbedder, type RemoteSettings, remoteSettings } from "@quarry/remote";

const name = "@quarry/embedder-remote";

/** Embedder in another process, in any language, which declares its capabilities itself. */
export default defineEmbedder<RemoteSettings>({
  name,
  specVersion: 1,
  capabilities: {
    models: [],
    otherModels: true,
    credential: "optional",
    maxBatchTexts: 1,
    maxBatchTokens: 8_192,
    usesTermStatistics: false,
    hybridAlpha: 0.5,
  },
  settings: remoteSettings,
  describe: (settings, context) => describePeer({ plugin: name, contract: embedderContract }, settings, context),
  make: (settings, context) => remoteEmbedder(name, settings, context),
});
