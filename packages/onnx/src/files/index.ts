// Files of models: the known models, files downloaded from a hub or found in a folder, and their verification by
// hashes.
export { collectFiles, type CollectOptions, meaningOf } from "./collect-files.ts";
export { collectFolder, type CollectedFolder } from "./collect-folder.ts";
export { download, type Download, type Downloaded } from "./download.ts";
export { knownHash } from "./known-hashes.ts";
export {
  KNOWN_MODELS,
  KNOWN_RECOGNISERS,
  type KnownFiles,
  type KnownModel,
  type ModelSection,
} from "./known-models.ts";
export { checkFile, type Lock, type LockedFile, lockedDownload, readLock, writeLock } from "./lock-file.ts";
export { ModelFileError, type ModelFileErrorReason } from "./model-file-error.ts";
export { type FoundModel, inspectFolder } from "./model-folder.ts";
export { findModel, obtainModel, type ObtainedModel, type ObtainOptions, recogniserSetup } from "./obtain-model.ts";
export { hasRuntime, INSTALL, INSTALLED_MEGABYTES, installRuntime, needsRuntime, projectFolder } from "./runtime.ts";
