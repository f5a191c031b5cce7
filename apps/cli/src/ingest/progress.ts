import { bar } from "../output/bar.ts";
import { counted, truncate, padded, visible } from "../output/text.ts";

/** File being uploaded. */
export interface Sending {
  readonly file: string;
  readonly totalBytes: number | undefined;
  sentBytes: number;
}

export interface ProgressState {
  /** Number of files known so far. */
  readonly totalFiles: number;
  readonly doneFiles: number;
  /** Number of files uploaded and being processed by the service. */
  readonly processing: number;
  /** Total bytes of completely uploaded files. */
  readonly sentBytes: number;
  readonly sending: readonly Sending[];
  readonly elapsedMs: number;
}

const NAME_COLUMNS = 32;
/** Progress below which the remaining time can't be estimated. */
const MIN_SHARE_FOR_ESTIMATE = 0.05;
const MEGABYTE = 1_048_576;

/** Returns one line per file being uploaded, up to the capacity, and one for the total. */
export const progressLines = (state: ProgressState, capacity: number): readonly string[] => {
  const shown = state.sending.slice(0, Math.max(0, capacity - 1));
  return [...shown.map(sendingLine), totalLine(state)];
};

const sendingLine = ({ file, sentBytes, totalBytes }: Sending): string => {
  const name = padded(truncate(visible(file), NAME_COLUMNS), NAME_COLUMNS);
  if (totalBytes === undefined) return `  ${name}  ${megabytes(sentBytes)} MB`;
  const percent = totalBytes === 0 ? 100 : (sentBytes / totalBytes) * 100;
  return `  ${name}  ${bar(percent)}  ${megabytes(sentBytes)} of ${megabytes(totalBytes)} MB`;
};

const totalLine = (state: ProgressState): string => {
  const { totalFiles, doneFiles, processing, sending } = state;
  const share = totalFiles === 0 ? 1 : doneFiles / totalFiles;
  const sent = state.sentBytes + sending.reduce((sum, each) => sum + each.sentBytes, 0);
  return [
    bar(share * 100),
    `${doneFiles.toLocaleString("en")} of ${counted(totalFiles, "file")}`,
    ...(processing > 0 ? [`${processing.toLocaleString("en")} in processing`] : []),
    `${megabytes(sent)} MB sent`,
    ...timeLeft(share, state.elapsedMs),
  ].join("  ");
};

const timeLeft = (share: number, elapsedMs: number): readonly string[] => {
  if (share < MIN_SHARE_FOR_ESTIMATE || share >= 1) return [];
  const seconds = Math.ceil(((elapsedMs / share) * (1 - share)) / 1_000);
  return [seconds < 60 ? `${seconds} s left` : `${Math.ceil(seconds / 60)} min left`];
};

const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);
