// Exports for Node programs. Browsers use only the package's main entry.
export { fileAt } from "./node/file-at.ts";
export { connectTransport, grpcTransport, type NodeTransportOptions } from "./node/transports.ts";
