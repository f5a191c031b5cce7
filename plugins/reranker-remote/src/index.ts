import { defineReranker } from "@quarry/plugin";
import { describePeer, remoteReranker, type RemoteSettings, remoteSettings, rerankerContract } from "@quarry/remote";

const name = "@quarry/reranker-remote";

/** Reranker in another process, in any language, which declares its capabilities itself. */
export default defineReranker<RemoteSettings>({
  name,
  specVersion: 1,
  capabilities: { models: [], credential: "optional", maxPassages: 1_000 },
  settings: remoteSettings,
  describe: (settings, context) => describePeer({ plugin: name, contract: rerankerContract }, settings, context),
  make: (settings, context) => remoteReranker(name, settings, context),
});
