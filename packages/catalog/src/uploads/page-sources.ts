import { cleanFilename, DomainError, invalidArgument } from "@quarry/plugin/domain";
import { checkResolved, parseTarget, type TargetRules } from "@quarry/events";
import { Context, Effect, Layer } from "effect";

export interface PageSourcesOptions {
  /** Whether documents may be taken from URLs at all. */
  readonly isOpen: boolean;
  readonly rules: TargetRules;
  /** From the first connection to the last byte. */
  readonly timeoutMs: number;
  /** Bytes of the largest page. */
  readonly maxBytes: number;
}

export interface PageSourcesShape extends PageSourcesOptions {
  /** The URL as it is to be fetched; `invalid_argument` where the service may not be sent there. */
  check(url: string): Effect.Effect<URL, DomainError>;
}

/** Where pages may be fetched from, and how: what registers a URL and what fetches it go by the same. */
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
  invalidArgument("url: this service takes no documents from URLs, which SERVICE_FETCH decides");

/** Default name of a web page: the last segment of its path, or its host. */
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
