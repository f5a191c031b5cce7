import { Boxes, Cable, Database, Gauge, KeyRound, ListChecks, type LucideIcon, Search } from "lucide-react";
import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import type { SessionView } from "../api/session.ts";
import { shell as shellTexts } from "../strings/shell.ts";

export interface PageEntry {
  /** Path below the console's root, with wouter's parameters. */
  readonly path: string;
  /** Navigation entry. Pages without one belong to another page. */
  readonly navigation?: { readonly label: string; readonly icon: LucideIcon; readonly href: string };
  /** Whether the session may see the page. Default: every session. */
  readonly isFor?: (session: SessionView) => boolean;
  readonly Page: LazyExoticComponent<ComponentType>;
  /** Preloads the page's code. Otherwise `Page` loads it when it is first shown. */
  readonly load: () => Promise<unknown>;
}

const codeBy = (load: () => Promise<{ readonly default: ComponentType }>) => ({ load, Page: lazy(load) });

const isAdmin = ({ scope }: SessionView): boolean => scope === "admin";
const isOperator = ({ scope, collections }: SessionView): boolean => scope === "admin" && collections === null;

const { pages } = shellTexts;

/** All pages. The code of a page is loaded when it is first opened. */
export const PAGES: readonly PageEntry[] = [
  {
    path: "/",
    navigation: { label: pages.overview, icon: Gauge, href: "/" },
    ...codeBy(() => import("../pages/overview/overview-page.tsx")),
  },
  {
    path: "/collections",
    navigation: { label: pages.collections, icon: Database, href: "/collections" },
    ...codeBy(() => import("../pages/collections/collections-page.tsx")),
  },
  {
    path: "/collections/:name/documents/:documentId/pages/:page",
    ...codeBy(() => import("../pages/documents/pages/pages-page.tsx")),
  },
  {
    // Tabs: content (the first), chunks, tables, markdown, details.
    path: "/collections/:name/documents/:documentId/:tab?",
    ...codeBy(() => import("../pages/documents/document-page.tsx")),
  },
  {
    // Tabs: documents (the first), vectors, settings, analytics, changes.
    path: "/collections/:name/:tab?",
    ...codeBy(() => import("../pages/collections/collection-page.tsx")),
  },
  {
    path: "/search",
    navigation: { label: pages.search, icon: Search, href: "/search" },
    ...codeBy(() => import("../pages/search/search-page.tsx")),
  },
  {
    path: "/jobs",
    navigation: { label: pages.jobs, icon: ListChecks, href: "/jobs" },
    isFor: isOperator,
    ...codeBy(() => import("../pages/jobs/jobs-page.tsx")),
  },
  {
    path: "/webhooks/:id?",
    navigation: { label: pages.webhooks, icon: Cable, href: "/webhooks" },
    isFor: isAdmin,
    ...codeBy(() => import("../pages/webhooks/webhooks-page.tsx")),
  },
  {
    path: "/keys",
    navigation: { label: pages.keys, icon: KeyRound, href: "/keys" },
    isFor: isOperator,
    ...codeBy(() => import("../pages/keys/keys-page.tsx")),
  },
  {
    // Tabs: plugins (the first), models, settings, file.
    path: "/plugins/:tab?",
    navigation: { label: pages.plugins, icon: Boxes, href: "/plugins" },
    isFor: isOperator,
    ...codeBy(() => import("../pages/plugins/plugins-page.tsx")),
  },
];
