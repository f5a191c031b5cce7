import { defineVectorStore } from "@quarry/plugin";
import {
  describePeer,
  type RemoteSettings,
  remoteSettings,
  remoteVectorStore,
  vectorStoreContract,
} from "@quarry/remote";

const name = "@quarry/vector-remote";

/** Vector store in another process, in any language. It declares its own capabilities. */
export default defineVectorStore<RemoteSettings>({
  name,
  specVersion: 1,
  capabilities: { maxTopK: 10_000, maxDimension: 8_192, sharedBetweenProcesses: true },
  settings: remoteSettings,
  describe: (settings, context) => describePeer({ plugin: name, contract: vectorStoreContract }, settings, context),
  make: (settings, context) => remoteVectorStore(name, settings, context),
});
