import { type QueryClient, QueryObserver, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { type DocumentMessage, type DocumentPage, documentsQuery, PAGE_SIZE, pageKey } from "../documents-data.ts";
import { keyOf, type ListView } from "./list-view.ts";

/** Time after which a visible page prefetches its neighbours. Pages that are only scrolled past don't. */
const DWELL_MS = 100;

interface OpenPage {
  readonly observer: QueryObserver<DocumentPage>;
  readonly listeners: Set<() => void>;
  readonly close: () => void;
}

/**
 * Documents of a list by index, in the service's order, read page by page. One query observer per page serves all of
 * its visible rows: one per row would dominate the cost of scrolling.
 */
export class DocumentPages {
  readonly #client: QueryClient;
  readonly #collection: string;
  readonly #view: ListView;
  readonly #viewKey: string;
  readonly #open = new Map<number, OpenPage>();

  constructor(client: QueryClient, collection: string, view: ListView) {
    this.#client = client;
    this.#collection = collection;
    this.#view = view;
    this.#viewKey = keyOf(view);
  }

  /** Returns the document at an index, or undefined until it is loaded. */
  at(index: number): DocumentMessage | undefined {
    const page = Math.floor(index / PAGE_SIZE);
    const open = this.#open.get(page);
    const data = open === undefined ? this.#read(page) : open.observer.getCurrentResult().data;
    return data?.documents[index % PAGE_SIZE];
  }

  /** Loads the page of an index and notifies the listener of each new version. Returns a function that stops this. */
  watch(index: number, listener: () => void): () => void {
    const page = Math.floor(index / PAGE_SIZE);
    const open = this.#open.get(page) ?? this.#openPage(page);
    open.listeners.add(listener);
    return () => {
      open.listeners.delete(listener);
      if (open.listeners.size > 0) return;
      open.close();
      this.#open.delete(page);
    };
  }

  #read(page: number): DocumentPage | undefined {
    return this.#client.getQueryData(pageKey(this.#collection, this.#viewKey, page));
  }

  #openPage(page: number): OpenPage {
    const listeners = new Set<() => void>();
    const observer = new QueryObserver(this.#client, {
      ...documentsQuery(this.#collection, this.#view, page),
      notifyOnChangeProps: ["data"],
    });
    const stop = observer.subscribe(() => {
      for (const listener of listeners) listener();
    });
    const timer = setTimeout(() => this.#readNeighbours(page), DWELL_MS);
    const close = () => {
      clearTimeout(timer);
      stop();
    };
    const open = { observer, listeners, close };
    this.#open.set(page, open);
    return open;
  }

  /** Prefetches the adjacent pages. */
  #readNeighbours(page: number): void {
    const isLast = (this.#read(page)?.documents.length ?? PAGE_SIZE) < PAGE_SIZE;
    for (const neighbour of [page - 1, ...(isLast ? [] : [page + 1])]) {
      if (neighbour >= 0) void this.#client.prefetchQuery(documentsQuery(this.#collection, this.#view, neighbour));
    }
  }
}

export const useDocumentPages = (collection: string, view: ListView): DocumentPages => {
  const client = useQueryClient();
  return useMemo(() => new DocumentPages(client, collection, view), [client, collection, view]);
};

/** Current document at an index, or undefined until it is loaded. */
export const useDocumentAt = (pages: DocumentPages, index: number): DocumentMessage | undefined => {
  const watch = useCallback((listener: () => void) => pages.watch(index, listener), [pages, index]);
  return useSyncExternalStore(watch, () => pages.at(index));
};
