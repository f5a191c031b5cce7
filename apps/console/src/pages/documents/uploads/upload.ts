import { failureOf } from "../../../api/api-error.ts";

export type UploadState = "queued" | "sending" | "processing" | "ready" | "failed";

/** Reason why a file did not become a searchable document. */
export interface UploadProblem {
  /** HTTP status of the refusal; undefined when the service took the file and then could not process it. */
  readonly status: number | undefined;
  /** The service's message. */
  readonly message: string;
}

/** A file on its way into a collection. */
export interface Upload {
  readonly id: string;
  readonly collection: string;
  readonly file: File;
  /** Path of the file in the chosen folder: "manuals/pumps/p1.pdf". Undefined for a file by itself. */
  readonly path: string | undefined;
  /** Whether the file's path, or its name, becomes its external id: a document with that id is replaced. */
  readonly isReplacing: boolean;
  readonly state: UploadState;
  readonly sentBytes: number;
  /** Since the service took it. */
  readonly documentId: string | undefined;
  readonly chunkCount: number;
  readonly problem: UploadProblem | undefined;
  /** The connection broke; it is sent again when the service answers. */
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

/** Whether anything of it is still to come. */
export const isUnderWay = ({ state }: Upload): boolean => state !== "ready" && state !== "failed";

/** Whether it would be lost by closing the page. */
export const isInPage = ({ state }: Upload): boolean => state === "queued" || state === "sending";
