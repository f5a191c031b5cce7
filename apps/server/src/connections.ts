/** Exports for programs that check the service's connections: `quarry doctor`. */
export { FileStore, s3FilesLayer } from "@quarry/store/files";
export { Redis, redisLayer } from "@quarry/store/redis";
export { dataDirectoryOwner, DataDirectoryLock, probeMysql } from "@quarry/store";
