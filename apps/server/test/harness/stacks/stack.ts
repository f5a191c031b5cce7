/** An original file as the service stores it. */
export interface StoredFile {
  readonly collectionId: string;
  readonly documentId: string;
  readonly size: number;
}

/** Backends of one test server, besides its data folder; made for one folder and removed with it. */
export interface Stack {
  /** Settings that lead the service to it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Sections that its config file has in addition to a test's own. */
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly storedFiles: () => Promise<readonly StoredFile[]>;
  /** Uploads that are being written. */
  readonly incomingFiles: () => Promise<readonly string[]>;
  /** All that the metadata database holds, for tests that look for what must not be there. */
  readonly databaseText: () => Promise<string>;
  readonly dispose: () => Promise<void>;
}
