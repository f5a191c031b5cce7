import { ParserService } from "@quarry/api/plugin";
import { DESCRIBE_REQUEST, type PeerContract } from "../peer/peer-contract.ts";

/** Capabilities of a parser in another process. */
export interface RemoteParserCapabilities {
  readonly fileTypes: readonly string[];
}

export const parserContract: PeerContract<typeof ParserService, RemoteParserCapabilities> = {
  kind: "parser",
  service: ParserService,
  describe: async (client, options) => {
    const { identity, fileTypes } = await client.describe(DESCRIBE_REQUEST, options);
    return { identity, maxMessageBytes: undefined, capabilities: () => ({ fileTypes }) };
  },
};
