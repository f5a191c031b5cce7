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

/** Widths in which pages are rendered. Requested widths are rounded up, so that one image serves many requests. */
export const PICTURE_WIDTHS = [320, 640, 960, 1_280, 1_920, 2_560] as const;

const DEFAULT_WIDTH = 1_280;

/** Maximum number of cached page sizes, some hundred bytes each. */
const MAX_SIZES = 10_000;

export interface RenderedPage extends PagePicture {
  /** Identifies these bytes. */
  readonly etag: string;
  readonly document: DocumentRecord;
}

export type RenderFailure = DomainError | FileStoreError | StoreError;

export interface PagePicturesShape {
  /**
   * Returns a page's image of about the requested width. Fails with `not_found` if the page doesn't exist or the file
   * has no page images, with `conflict` if the page can't be rendered, and with `resource_exhausted` or `unavailable`
   * if too many requests wait.
   */
  picture(
    collectionName: string,
    name: DocumentName,
    page: number,
    width?: number,
  ): Effect.Effect<RenderedPage, RenderFailure>;
  /** Returns a page's size as displayed; undefined if its file is read without images or the size is unknown. */
  size(document: DocumentRecord, page: number): Effect.Effect<PageSize | undefined, RenderFailure>;
}

/** Page images, rendered on request by the workers that parse documents, with a fair queue of callers. */
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
  // Each rendering takes a core and the memory of a document. Each caller has one at a time, which leaves room for
  // another caller.
  const scheduler = new CallerScheduler({
    ...{ tasks: "pages", concurrency: 2, concurrencyPerOwner: 1, waitingPerOwner: 32, waiting: 256 },
  });

  const render = Effect.fnUntraced(function* (document: DocumentRecord, page: number, width?: number) {
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

  const renderCached = Effect.fnUntraced(function* (document: DocumentRecord, page: number, width: number) {
    const key = `${keyOf(document, page)}-${width}`;
    // An earlier request in the queue may have rendered the same image.
    const cached = yield* Effect.promise(() => cache.get(key));
    if (cached !== undefined) return cached;
    const view = yield* render(document, page, width);
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
    const drawn = cached ?? (yield* scheduler.admit(renderCached(document, page, width)));
    if (drawn === undefined) return yield* hasNoPictures(document, parsers);
    return { ...drawn, document, etag: key };
  });

  const size: PagePicturesShape["size"] = Effect.fn("PagePictures.size")(function* (document, page) {
    const known = sizes.get(keyOf(document, page));
    if (known !== undefined || parsers.get(document.fileType)?.showsPages !== true) return known;
    // A page that can't be rendered can still have text.
    const view = yield* Effect.catchIf(
      scheduler.admit(render(document, page)),
      (error): boolean => error._tag === "DomainError" && error.code === "conflict",
      () => Effect.succeed(undefined),
    );
    return view?.size;
  });

  return { picture, size };
});

/**
 * Returns cache keys of pages: a hash of one document's file, its type, and its parser. Another document with the same
 * bytes can be of another type, and can belong to a caller who must not learn of this one.
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

/** Hexadecimal digits of the hash, enough to exclude collisions. */
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
