import type { CallOptions } from "@connectrpc/connect";
import type { VectorStoreService } from "@quarry/api/plugin";
import type { MetPeer } from "../peer/peer.ts";
import type { RemoteVectorStoreCapabilities } from "./vector-store-contract.ts";

export type StorePeer = MetPeer<typeof VectorStoreService, RemoteVectorStoreCapabilities>;

/** A call about one collection of a peer. */
export interface CollectionCall {
  readonly peer: StorePeer;
  readonly options: CallOptions;
  readonly collection: string;
}
