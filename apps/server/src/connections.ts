/** What the service connects to, for a program that looks whether it could: `quarry doctor`. */
export { FileStore, s3FilesLayer } from "@quarry/store/files";
export { Redis, redisLayer } from "@quarry/store/redis";
export { dataDirectoryHolder, DataDirectoryLock, probeMysql } from "@quarry/store";
