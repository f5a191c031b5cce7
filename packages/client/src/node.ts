// Symbols for Node programs; browsers use the package's main entry alone.
export { fileAt } from "./node/file-at.ts";
export { connectTransport, grpcTransport, type NodeTransportOptions } from "./node/transports.ts";
