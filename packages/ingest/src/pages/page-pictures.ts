import { CallerScheduler } from "@quarry/index";
import { hash } from "node:crypto";
import {
  type DocumentName,
  documentNotFound,
  makeFindDocument,
  noSuchPage,
  seenLiveVersion,
  Storage,
} from "@quarry/catalog";
import type { Collections } from "@quarry/catalog";
import { packageVersion, Plugins } from "@quarry/host";
import type { PagePicture, PageSize, PageView } from "@quarry/plugin";
import { describeValue, type DomainError, notFound } from "@quarry/plugin/domain";

import { FileStore, type FileStoreError } from "@quarry/store/files";
import type { DocumentRecord, DocumentRepository, StoreError } from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import { ParsePool } from "../parse/parse-pool.ts";
import { pageProblem, RememberedProblems } from "./page-problems.ts";
import { PictureCache, type PictureCacheOptions } from "./picture-cache.ts";

/** Widths that pages are drawn in: what is asked for is rounded up, so that a picture serves many. */
export const PICTURE_WIDTHS = [320, 640, 960, 1_280, 1_920, 2_560] as const;

const DEFAULT_WIDTH = 1_280;

/** Sizes of pages that are remembered, some hundred bytes each. */
const MAX_SIZES = 10_000;

export interface ShownPage extends PagePicture {
  /** Names these bytes. */
  readonly etag: string;
  readonly document: DocumentRecord;
}

export type ShowFailure = DomainError | FileStoreError | StoreError;

export interface PagePicturesShape {
  /**
   * A page's picture, about as wide as asked. `not_found` for a page that isn't there, and a file without pictures of its
   * pages; `conflict` for one that can't be drawn; `resource_exhausted` or `unavailable` where too many wait.
   */
  picture(
    collectionName: string,
    name: DocumentName,
    page: number,
    width?: number,
  ): Effect.Effect<ShownPage, ShowFailure>;
  /** A page's size as it is displayed; undefined where its file is read without pictures, or it can't be told. */
  size(document: DocumentRecord, page: number): Effect.Effect<PageSize | undefined, ShowFailure>;
}

/** Page pictures. They are drawn on request, by the workers that parse documents, with callers in a fair queue. */
export class PagePictures extends Context.Service<PagePictures, PagePicturesShape>()("@quarry/ingest/PagePictures") {
  static readonly layer = (
    options: PictureCacheOptions,
  ): Layer.Layer<PagePictures, never, Collections | DocumentRepository | FileStore | ParsePool | Plugins | Storage> =>
    Layer.effect(PagePictures, makePagePictures(options));
}

const makePagePictures = Effect.fnUntraced(function* (options: PictureCacheOptions) {
  const { parsers } = yield* Plugins;
  const files = yield* FileStore;
  const pool = yield* ParsePool;
  const storage = yield* Storage;
  const find = yield* makeFindDocument;
  const cache = new PictureCache(options);
  const keyOf = pageKeys(parsers);
  const problems = new RememberedProblems();
  const sizes = new Map<string, PageSize>();
  // Each takes a core and the memory of a document; of one caller one, so that there is room for another.
  const scheduler = new CallerScheduler({
    ...{ tasks: "pages", concurrency: 2, concurrencyPerOwner: 1, waitingPerOwner: 32, waiting: 256 },
  });

  const show = Effect.fnUntraced(function* (document: DocumentRecord, page: number, width?: number) {
    const parser = parsers.get(document.fileType);
    if (parser?.showsPages !== true) return undefined;
    const key = keyOf(document, page);
    const known = problems.of(key);
    if (known !== undefined) return yield* known;
    const { collectionId, fileId: documentId, fileType, fileSize: size, filename } = document;
    const request = { page, ...(width !== undefined && { width }) };
    const view: PageView = yield* files.withLocalPath({ collectionId, documentId }, (path) =>
      Effect.tryPromise({
        try: (signal) => pool.showPage({ source: { path, size, filename, fileType }, parser, show: request }, signal),
        catch: (error) => {
          const problem = pageProblem(error, document, page);
          problems.remember(key, error, problem);
          return problem;
        },
      }),
    );
    if (view.size === undefined) return yield* noSuchPage(document, page, view.pageCount);
    if (sizes.size >= MAX_SIZES) sizes.clear();
    sizes.set(key, view.size);
    return view;
  });

  const draw = Effect.fnUntraced(function* (document: DocumentRecord, page: number, width: number) {
    const key = `${keyOf(document, page)}-${width}`;
    // An earlier caller in the queue may have requested the same picture.
    const cached = yield* Effect.promise(() => cache.get(key));
    if (cached !== undefined) return cached;
    const view = yield* show(document, page, width);
    if (view?.picture === undefined) return undefined;
    const { picture } = view;
    if (!(yield* storage.isPaused)) yield* Effect.promise(() => cache.put(key, picture));
    return picture;
  });

  const picture: PagePicturesShape["picture"] = Effect.fn("PagePictures.picture")(function* (
    collectionName,
    name,
    page,
    requested = DEFAULT_WIDTH,
  ) {
    const { document: found } = yield* find(collectionName, name);
    const document = yield* seenLiveVersion(found);
    if (document === undefined) return yield* documentNotFound(name, collectionName);
    const width = PICTURE_WIDTHS.find((step) => step >= requested) ?? PICTURE_WIDTHS.at(-1)!;
    const pageCount = document.info?.pages;
    if (page < 1 || (pageCount !== undefined && page > pageCount)) return yield* noSuchPage(document, page, pageCount);
    const key = `${keyOf(document, page)}-${width}`;
    const cached = yield* Effect.promise(() => cache.get(key));
    const drawn = cached ?? (yield* scheduler.admit(draw(document, page, width)));
    if (drawn === undefined) return yield* hasNoPictures(document, parsers);
    return { ...drawn, document, etag: key };
  });

  const size: PagePicturesShape["size"] = Effect.fn("PagePictures.size")(function* (document, page) {
    const known = sizes.get(keyOf(document, page));
    if (known !== undefined || parsers.get(document.fileType)?.showsPages !== true) return known;
    // A page that can't be drawn has a text all the same.
    const view = yield* Effect.catchIf(
      scheduler.admit(show(document, page)),
      (error): boolean => error._tag === "DomainError" && error.code === "conflict",
      () => Effect.succeed(undefined),
    );
    return view?.size;
  });

  return { picture, size };
});

/**
 * Keys of what is remembered about pages: of one document's file, its type, and the parser that opens it. Another document with
 * the same bytes may be of another type, and of somebody who must not learn of this one.
 */
const pageKeys = (parsers: Plugins["Service"]["parsers"]) => {
  const readers = new Map(
    [...parsers].map(([type, { plugin, moduleUrl, settings }]) => [
      type,
      [plugin, moduleUrl, packageVersion(moduleUrl), settings],
    ]),
  );
  return ({ collectionId, fileId, contentHash, fileType }: DocumentRecord, page: number): string => {
    const file = JSON.stringify([collectionId, fileId, contentHash, fileType, readers.get(fileType)]);
    return `${hash("sha256", file, "hex").slice(0, KEY_LENGTH)}-${page}`;
  };
};

/** Hexadecimal digits of a hash, which nobody finds another file for. */
const KEY_LENGTH = 40;

const hasNoPictures = (
  { id, fileType }: DocumentRecord,
  parsers: ReadonlyMap<string, { readonly showsPages: boolean }>,
): DomainError => {
  const shown = [...parsers].flatMap(([type, { showsPages }]) => (showsPages ? [`.${type}`] : []));
  return notFound(
    `document ${describeValue(id)} has no pictures of its pages: it is a .${fileType} file; those of ${shown.join(", ")} have them`,
  );
};
