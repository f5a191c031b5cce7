import type { VectorStoreService } from "@quarry/api/plugin";
import type { MetPeer } from "../peer/peer.ts";
import type { RemoteVectorStoreCapabilities } from "./vector-store-contract.ts";

export type StorePeer = MetPeer<typeof VectorStoreService, RemoteVectorStoreCapabilities>;
