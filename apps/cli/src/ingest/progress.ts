import { bar } from "../output/bar.ts";
import { counted, cut, padded, visible } from "../output/text.ts";

/** A file on its way. */
export interface Sending {
  readonly file: string;
  readonly totalBytes: number | undefined;
  sentBytes: number;
}

export interface ProgressState {
  /** Files that are known so far. */
  readonly totalFiles: number;
  readonly doneFiles: number;
  /** Sent, and being processed by the service. */
  readonly processing: number;
  /** Total bytes of files that were sent completely. */
  readonly sentBytes: number;
  readonly sending: readonly Sending[];
  readonly elapsedMs: number;
}

const NAME_COLUMNS = 32;
/** Before this much is done, what is left can't be foretold. */
const FORETOLD_FROM = 0.05;
const MEGABYTE = 1_048_576;

/** A line for each file that is on its way, as many as there is room for, and one for all. */
export const progressLines = (state: ProgressState, capacity: number): readonly string[] => {
  const shown = state.sending.slice(0, Math.max(0, capacity - 1));
  return [...shown.map(sendingLine), totalLine(state)];
};

const sendingLine = ({ file, sentBytes, totalBytes }: Sending): string => {
  const name = padded(cut(visible(file), NAME_COLUMNS), NAME_COLUMNS);
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
  if (share < FORETOLD_FROM || share >= 1) return [];
  const seconds = Math.ceil(((elapsedMs / share) * (1 - share)) / 1_000);
  return [seconds < 60 ? `${seconds} s left` : `${Math.ceil(seconds / 60)} min left`];
};

const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);
