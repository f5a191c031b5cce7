import { type ReactNode, useEffect } from "react";
import { Link } from "react-aria-components";
import { common as commonTexts } from "../strings/common.ts";
import styles from "./page-header.module.css";

export interface PageHeaderProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** Breadcrumbs: pages above this one, outermost first. */
  readonly trail?: readonly { readonly label: string; readonly href: string }[];
  /** Actions for the whole page, the main one last. */
  readonly actions?: ReactNode;
}

/** Header of a page. It also sets the title of the browser tab. */
export function PageHeader({ title, description, trail, actions }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Quarry`;
  }, [title]);
  return (
    <header className={styles.header}>
      <div className={styles.text}>
        {trail !== undefined && (
          // Not react-aria's breadcrumbs: they treat the last item as the current page, and do not link it.
          <nav aria-label={commonTexts.trail}>
            <ol className={styles.trail}>
              {trail.map(({ label, href }) => (
                <li key={href} className={styles.crumb}>
                  <Link href={href}>{label}</Link>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <h1 className={styles.title}>{title}</h1>
        {description !== undefined && <p className={styles.description}>{description}</p>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
