import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useRef } from "react";
import styles from "./virtual-list.module.css";

export interface VirtualListProps {
  /** Said by screen readers. */
  readonly label: string;
  /** How many rows there are, loaded or not. */
  readonly count: number;
  /** Height of a row in pixels. */
  readonly rowHeight: number;
  readonly renderRow: (index: number) => ReactNode;
  /** CSS length. Default: what is left of the window, and not less than some rows. */
  readonly height?: string;
}

/** A long list of which only what is seen stands in the page. Screen readers hear each row's place in the whole. */
export function VirtualList({
  label,
  count,
  rowHeight,
  renderRow,
  height = "max(20rem, calc(100dvh - 22rem))",
}: VirtualListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  return (
    <div ref={scroller} className={styles.scroller} style={{ height }} role="region" aria-label={label} tabIndex={0}>
      <ul className={styles.list} style={{ height: virtualizer.getTotalSize() }} aria-label={label}>
        {virtualizer.getVirtualItems().map(({ key, index, size, start }) => (
          <Row key={key} index={index} count={count} size={size} start={start} renderRow={renderRow} />
        ))}
      </ul>
    </div>
  );
}

interface RowProps extends Pick<VirtualListProps, "count" | "renderRow"> {
  readonly index: number;
  readonly size: number;
  readonly start: number;
}

/** Rendered once while the list scrolls: each step renders the rows that come in sight, and no others. */
const Row = memo(function Row({ index, count, size, start, renderRow }: RowProps) {
  return (
    <li
      className={styles.row}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ height: size, transform: `translateY(${start}px)` }}
    >
      {renderRow(index)}
    </li>
  );
});
