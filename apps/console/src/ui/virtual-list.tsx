import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useEffect, useRef } from "react";
import styles from "./virtual-list.module.css";

export interface VirtualListProps {
  /** Label for screen readers. */
  readonly label: string;
  /** Number of rows, loaded or not. */
  readonly count: number;
  /** Height of a row in pixels. If rows are measured, the typical height. */
  readonly rowHeight: number;
  /**
   * Whether row heights depend on their content. Default: all rows have the same height, which costs the browser less.
   */
  readonly isMeasured?: boolean;
  readonly renderRow: (index: number) => ReactNode;
  /** Key that identifies a row when others are inserted before it. Default: its index. */
  readonly keyOf?: (index: number) => string;
  /**
   * CSS length; longer lists scroll. Default: the window's height minus that of the headings, and at least a few rows.
   */
  readonly maxHeight?: string;
  /** Row to scroll to. A new object scrolls again. */
  readonly shown?: { readonly index: number } | undefined;
}

/**
 * Rows rendered beyond either edge: enough for the browser's own scrolling, and few enough when the user scrolls faster
 * than that.
 */
const OVERSCAN = 4;

/** Virtualised list: only visible rows are rendered. Screen readers announce each row's position in the whole list. */
export function VirtualList({
  label,
  count,
  rowHeight,
  isMeasured = false,
  renderRow,
  keyOf,
  maxHeight = "max(20rem, calc(100dvh - 12rem))",
  shown,
}: VirtualListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    ...(keyOf !== undefined && { getItemKey: keyOf }),
  });
  useEffect(() => {
    if (shown !== undefined) virtualizer.scrollToIndex(shown.index, { align: "start" });
  }, [virtualizer, shown]);
  return (
    <div ref={scroller} className={styles.scroller} style={{ maxHeight }} role="region" aria-label={label} tabIndex={0}>
      <ul className={styles.list} style={{ height: virtualizer.getTotalSize() }} aria-label={label}>
        {virtualizer.getVirtualItems().map(({ key, index, size, start }) => (
          <Row
            key={key}
            index={index}
            count={count}
            start={start}
            size={isMeasured ? undefined : size}
            measure={isMeasured ? virtualizer.measureElement : undefined}
            renderRow={renderRow}
          />
        ))}
      </ul>
    </div>
  );
}

interface RowProps extends Pick<VirtualListProps, "count" | "renderRow"> {
  readonly index: number;
  readonly start: number;
  readonly size: number | undefined;
  readonly measure: ((row: HTMLLIElement | null) => void) | undefined;
}

/** Memoised: each scroll step renders only the rows that come into view. */
const Row = memo(function Row({ index, count, start, size, measure, renderRow }: RowProps) {
  return (
    <li
      ref={measure}
      data-index={index}
      className={measure === undefined ? `${styles.row} ${styles.alike}` : styles.row}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ height: size, transform: `translateY(${start}px)` }}
    >
      {renderRow(index)}
    </li>
  );
});
