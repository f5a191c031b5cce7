import type { CallOptions, Client } from "@connectrpc/connect";
import type { DescService } from "@bufbuild/protobuf";
import type { PluginIdentity } from "@quarry/api/plugin";
import type { PluginKind } from "@quarry/plugin";

/** Versions of each contract that this package supports on the wire. */
export const SPEC_VERSIONS: readonly number[] = [1];

/** Answer of a peer to a describe request. */
export interface PeerDescription<Capabilities> {
  readonly identity: PluginIdentity | undefined;
  /** Largest message that it accepts, in bytes. Undefined if the peer does not declare it. */
  readonly maxMessageBytes: number | undefined;
  /** Validated capabilities. Throws a `WireError` that names the problem. */
  readonly capabilities: () => Capabilities;
}

/** Plugin kind, with its requests to a peer. */
export interface PeerContract<Service extends DescService, Capabilities> {
  readonly kind: PluginKind;
  readonly service: Service;
  readonly describe: (client: Client<Service>, options: CallOptions) => Promise<PeerDescription<Capabilities>>;
}

/** Describe request, the first call to every peer. */
export const DESCRIBE_REQUEST = { hostSpecVersions: [...SPEC_VERSIONS] };
