import { Suspense, useEffect, useRef } from "react";
import { Route, Switch, useLocation } from "wouter";
import { SessionContext, type SessionView } from "../api/session.ts";
import { common as commonTexts } from "../strings/common.ts";
import { shell as shellTexts } from "../strings/shell.ts";
import { LoadingPage } from "../ui/loading-page.tsx";
import { UnavailableBanner } from "./unavailable-banner.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { PAGES } from "./pages.ts";
import styles from "./shell.module.css";
import { Sidebar } from "./sidebar.tsx";
import { useFollowedLinks } from "./use-followed-links.ts";
import { useSearchKey } from "./use-search-key.ts";

/** Frame around every page: the navigation, and the page's content. */
export function Shell({ session }: { readonly session: SessionView }) {
  const [path, navigate] = useLocation();
  useFollowedLinks(navigate);
  useSearchKey(path, navigate);
  const main = useRef<HTMLElement>(null);
  const previous = useRef(path);
  // The focus and the scroll position start at the top of a new page, for screen readers and keyboards.
  useEffect(() => {
    if (areaOf(previous.current) !== areaOf(path)) {
      main.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    previous.current = path;
  }, [path]);
  const pages = PAGES.filter(({ isFor }) => isFor === undefined || isFor(session));
  return (
    <SessionContext value={session}>
      <a href="#content" className={styles.skip}>
        {shellTexts.skip}
      </a>
      <div className={styles.shell}>
        <Sidebar pages={pages} session={session} />
        <main id="content" ref={main} tabIndex={-1} className={styles.main}>
          <UnavailableBanner />
          <ErrorBoundary path={path}>
            <Suspense fallback={<LoadingPage label={commonTexts.loading} />}>
              <Switch>
                {pages.map(({ path: pattern, Page }) => (
                  <Route key={pattern} path={pattern}>
                    <Page />
                  </Route>
                ))}
                <Route>
                  <NotFoundPage />
                </Route>
              </Switch>
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
    </SessionContext>
  );
}

const areaOf = (path: string): string => path.split("/").slice(0, 3).join("/");
