// Files of models: fetched from a hub, and held to their hashes.
export { download, type Download, type Downloaded } from "./download.ts";
export { knownHash } from "./known-hashes.ts";
export { checkFile, type Lock, type LockedFile, lockedDownload, readLock, writeLock } from "./lock-file.ts";
export { ModelFileError, type ModelFileErrorReason } from "./model-file-error.ts";
