import { cleanFilename, DomainError, invalidArgument } from "@quarry/plugin/domain";
import { checkResolved, parseTarget, type TargetRules } from "@quarry/events";
import { Context, Effect, Layer } from "effect";

export interface PageSourcesOptions {
  /** Whether documents can be made from URLs at all. */
  readonly isOpen: boolean;
  readonly rules: TargetRules;
  /** Timeout from the first connection to the last byte. */
  readonly timeoutMs: number;
  /** Maximum bytes of a page. */
  readonly maxBytes: number;
}

export interface PageSourcesShape extends PageSourcesOptions {
  /** Returns the URL to fetch. Fails with `invalid_argument` if the service may not access it. */
  check(url: string): Effect.Effect<URL, DomainError>;
}

/** Rules for fetching pages, shared by the code that registers a URL and the code that fetches it. */
export class PageSources extends Context.Service<PageSources, PageSourcesShape>()("@quarry/catalog/PageSources") {
  static readonly layer = (options: PageSourcesOptions): Layer.Layer<PageSources> =>
    Layer.succeed(PageSources, {
      ...options,
      check: (text) =>
        Effect.tryPromise({
          try: async () => {
            if (!options.isOpen) throw closed();
            const url = parseTarget(text, options.rules);
            await checkResolved(url, options.rules);
            return url;
          },
          catch: (error) => error,
        }).pipe(Effect.catch((error) => (error instanceof DomainError ? Effect.fail(error) : Effect.die(error)))),
    });
}

const closed = (): DomainError =>
  invalidArgument("url: this service does not fetch documents from URLs (setting SERVICE_FETCH)");

/** Returns the default name of a web page: the last segment of its path, or its host. */
export const pageName = ({ pathname, hostname }: URL): string => {
  const last = pathname.split("/").findLast((part) => part !== "");
  return (last === undefined ? "" : cleanFilename(decoded(last))) || hostname;
};

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
