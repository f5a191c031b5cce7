import type { ReactNode } from "react";
import { Tab as AriaTab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components";
import styles from "./tabs.module.css";

export interface TabItem {
  readonly id: string;
  readonly label: ReactNode;
  /** Address of the tab, if it has its own. */
  readonly href?: string;
}

export interface TabsProps {
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly selected: string;
  readonly onSelect?: (id: string) => void;
  /** Content of the selected tab. */
  readonly children: ReactNode;
}

export function Tabs({ label, items, selected, onSelect, children }: TabsProps) {
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect?.(String(key))} className={styles.tabs!}>
      <TabList aria-label={label} className={styles.list!}>
        {items.map(({ id, label, href }) => (
          <AriaTab key={id} id={id} {...(href !== undefined && { href })} className={styles.tab!}>
            {label}
          </AriaTab>
        ))}
      </TabList>
      {items.map(({ id }) => (
        <TabPanel key={id} id={id} className={styles.panel!}>
          {id === selected && children}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
