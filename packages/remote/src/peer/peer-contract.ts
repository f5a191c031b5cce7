import type { CallOptions, Client } from "@connectrpc/connect";
import type { DescService } from "@bufbuild/protobuf";
import type { PluginIdentity } from "@quarry/api/plugin";
import type { PluginKind } from "@quarry/plugin";

/** The versions of each contract that this package speaks over the wire. */
export const SPEC_VERSIONS: readonly number[] = [1];

/** What a peer says of itself. */
export interface PeerDescription<Capabilities> {
  readonly identity: PluginIdentity | undefined;
  /** Largest message that it takes; undefined where it doesn't say. */
  readonly maxMessageBytes: number | undefined;
  /** Checked; a `WireError` tells what is wrong. */
  readonly capabilities: () => Capabilities;
}

/** A kind of plugin, as a peer is asked for it. */
export interface PeerContract<Service extends DescService, Capabilities> {
  readonly kind: PluginKind;
  readonly service: Service;
  readonly describe: (client: Client<Service>, options: CallOptions) => Promise<PeerDescription<Capabilities>>;
}

/** What is asked of every peer first. */
export const DESCRIBE_REQUEST = { hostSpecVersions: [...SPEC_VERSIONS] };
