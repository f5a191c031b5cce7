import type { Job } from "@quarry/jobs";
import {
  CollectionRepository,
  type CollectionRecord,
  type DocumentRecord,
  DocumentRepository,
  type StoreError,
} from "@quarry/store";
import { Effect } from "effect";
import { JOB_KINDS, type SubjectIds } from "./job-kinds.ts";

/** Collection and document that a job works on; null if they no longer exist. */
export interface JobSubject {
  /** Name of the collection. */
  readonly collection: string | null;
  readonly documentId: string | null;
  readonly filename: string | null;
}

/** Resolves the subjects of jobs, in order, with one look-up per collection and one for its documents. */
export const makeJobSubjects = Effect.gen(function* () {
  const collections = yield* CollectionRepository;
  const documents = yield* DocumentRepository;
  return Effect.fnUntraced(function* (
    jobs: readonly Pick<Job, "kind" | "subject" | "payload">[],
  ): Effect.fn.Return<readonly JobSubject[], StoreError> {
    const all = jobs.map((job): Partial<SubjectIds> => JOB_KINDS[job.kind]?.about(job) ?? {});
    const names = new Map<string, CollectionRecord>();
    const found = new Map<string, DocumentRecord>();
    for (const [collectionId, ids] of documentsByCollection(all)) {
      const collection = yield* collections.findById(collectionId);
      if (collection === undefined) continue;
      names.set(collectionId, collection);
      for (const document of yield* documents.findMany(collectionId, ids)) found.set(document.id, document);
    }
    return all.map(({ collectionId, documentId }) => ({
      collection: names.get(collectionId ?? "")?.name ?? null,
      documentId: documentId ?? null,
      filename: found.get(documentId ?? "")?.filename ?? null,
    }));
  });
});

const documentsByCollection = (subjects: readonly Partial<SubjectIds>[]): ReadonlyMap<string, readonly string[]> => {
  const byCollection = new Map<string, string[]>();
  for (const { collectionId, documentId } of subjects) {
    if (collectionId === undefined) continue;
    const ids = byCollection.get(collectionId) ?? [];
    if (documentId !== undefined) ids.push(documentId);
    byCollection.set(collectionId, ids);
  }
  return byCollection;
};
