import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useEffect, useRef } from "react";
import styles from "./virtual-list.module.css";

export interface VirtualListProps {
  /** Said by screen readers. */
  readonly label: string;
  /** Number of rows, loaded or not. */
  readonly count: number;
  /** Height of a row in pixels; where rows are measured, the usual one. */
  readonly rowHeight: number;
  /** Whether rows are as high as their content. Default: all have the same height, which costs the browser less. */
  readonly isMeasured?: boolean;
  readonly renderRow: (index: number) => ReactNode;
  /** Key that identifies a row when others are inserted before it. Default: its index. */
  readonly keyOf?: (index: number) => string;
  /** CSS length; longer lists scroll. Default: the window's height less that of headings, and at least some rows. */
  readonly maxHeight?: string;
  /** The row to scroll to; a new object does so again. */
  readonly shown?: { readonly index: number } | undefined;
}

/** Rows beyond either edge: enough for the browser's own scrolling, and few to draw where it goes quicker than that. */
const OVERSCAN = 4;

/** Long list of which only visible rows are rendered. Screen readers hear each row's position in the whole. */
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

/** Rendered once while the list scrolls: each step renders the rows that come in sight, and no others. */
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
