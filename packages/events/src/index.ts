export { completed, failed, inProgress, isFinal, type ProgressEvent } from "./progress.ts";
export { ProgressHub, type ProgressHubShape } from "./progress-hub.ts";
