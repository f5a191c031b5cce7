import type { SessionView } from "@quarry/http/console";
import { BookOpen, LogOut, Menu, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Link as AriaLink } from "react-aria-components";
import { useLocation } from "wouter";
import { useSignOut } from "../api/session.ts";
import { shell as shellTexts } from "../strings/shell.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Logo } from "./logo.tsx";
import type { PageEntry } from "./pages.ts";
import styles from "./sidebar.module.css";
import { ThemeChoice } from "./theme-choice.tsx";

export interface SidebarProps {
  readonly pages: readonly PageEntry[];
  readonly session: SessionView;
}

/** Navigation, the signed-in key, and the theme. On a phone it opens from a button. */
export function Sidebar({ pages, session }: SidebarProps) {
  const [path] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const signOut = useSignOut();
  const texts = shellTexts;
  useEffect(() => setOpen(false), [path]);
  return (
    <header className={styles.sidebar} data-open={isOpen || undefined}>
      <div className={styles.top}>
        <AriaLink href="/" className={styles.home!} aria-label={texts.toOverview}>
          <Logo />
        </AriaLink>
        <span className={styles.menu}>
          <IconButton label={texts.menu} aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {isOpen ? <X aria-hidden /> : <Menu aria-hidden />}
          </IconButton>
        </span>
      </div>
      <div className={styles.content}>
        <nav aria-label={texts.navigation}>
          <ul className={styles.list}>
            {pages.map(
              ({ navigation }) =>
                navigation !== undefined && (
                  <li key={navigation.href}>
                    <AriaLink
                      href={navigation.href}
                      className={styles.link!}
                      {...(isCurrent(path, navigation.href) && { "aria-current": "page" as const })}
                    >
                      <navigation.icon aria-hidden size={18} />
                      {navigation.label}
                    </AriaLink>
                  </li>
                ),
            )}
          </ul>
        </nav>
        <div className={styles.foot}>
          <a href="/docs" className={styles.link}>
            <BookOpen aria-hidden size={18} />
            {texts.docs}
          </a>
          <ThemeChoice />
          <div className={styles.who}>
            <span>{texts.signedInAs(session.name)}</span>
            <span>
              {texts.scopes[session.scope]} · v{session.version}
            </span>
          </div>
          <Button size="small" icon={<LogOut aria-hidden />} onPress={() => signOut.mutate()}>
            {texts.signOut}
          </Button>
        </div>
      </div>
    </header>
  );
}

const isCurrent = (path: string, href: string): boolean =>
  href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`);
