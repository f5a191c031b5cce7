/** What the service connects to, for a program that looks whether it could: `quarry doctor`. */
export { FileStore, s3FilesLayer } from "@quarry/files";
export { Redis, redisLayer } from "@quarry/redis";
export { dataDirectoryHolder, DataDirectoryLock, probeMysql } from "@quarry/store";
