// Stores for original files: a folder or an S3 bucket.
export { type FileKey, fileKeyOf, isBlobId, newBlobId, SHARED_FILES } from "./file-key.ts";
export { type ByteRange, type FileContent, FileStore, type FileStoreService, type StoredFile } from "./file-store.ts";
export { FileStoreError } from "./file-store-error.ts";
export { fileStoreErrorToDomain } from "./file-store-error-to-domain.ts";
export { probeFolder } from "./folder/probe-folder.ts";
export { fromFileSystem } from "./folder/folder-errors.ts";
export { folderFilesLayer } from "./folder/folder-file-store.ts";
export { s3FilesLayer } from "./s3/s3-files-layer.ts";
export type { S3Options } from "./s3/s3-options.ts";
