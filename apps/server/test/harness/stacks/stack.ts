/** Original file as the service stores it. */
export interface StoredFile {
  readonly collectionId: string;
  readonly documentId: string;
  readonly size: number;
}

/** Backends of one test server, besides its data folder; created for one folder and removed with it. */
export interface Stack {
  /** Settings that point the service to these backends. */
  readonly environment: Readonly<Record<string, string>>;
  /** Sections of its config file, in addition to a test's own. */
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly storedFiles: () => Promise<readonly StoredFile[]>;
  /** Returns the uploads that are being written. */
  readonly incomingFiles: () => Promise<readonly string[]>;
  /** Returns the whole content of the metadata database, for tests that check that something is absent. */
  readonly databaseText: () => Promise<string>;
  readonly dispose: () => Promise<void>;
}
