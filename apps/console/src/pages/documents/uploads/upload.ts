import { failureOf } from "../../../api/api-error.ts";

export type UploadState = "queued" | "sending" | "processing" | "ready" | "failed";

/** Reason why a file did not become a searchable document. */
export interface UploadProblem {
  /** HTTP status of the refusal, or undefined if the service accepted the file and its processing failed. */
  readonly status: number | undefined;
  /** The service's message. */
  readonly message: string;
}

/** File being uploaded to a collection. */
export interface Upload {
  readonly id: string;
  readonly collection: string;
  readonly file: File;
  /** Path of the file in the chosen folder: "manuals/pumps/p1.pdf". Undefined for an individual file. */
  readonly path: string | undefined;
  /** Whether the file's path, or its name, becomes its external id. A document with that id is replaced. */
  readonly isReplacing: boolean;
  readonly state: UploadState;
  readonly sentBytes: number;
  /** Set once the service has accepted the file. */
  readonly documentId: string | undefined;
  readonly chunkCount: number;
  readonly problem: UploadProblem | undefined;
  /** Whether the connection broke. The file is sent again when the service answers. */
  readonly isInterrupted: boolean;
}

export interface FileToUpload {
  readonly file: File;
  readonly path?: string | undefined;
}

export const problemOf = (error: unknown): UploadProblem => {
  const { status, message } = failureOf(error);
  return { status, message };
};

/** Whether the upload is unfinished. */
export const isUnderWay = ({ state }: Upload): boolean => state !== "ready" && state !== "failed";

/** Whether closing the page would lose the upload. */
export const isInPage = ({ state }: Upload): boolean => state === "queued" || state === "sending";
