import { Button } from "./button.tsx";
import lists from "./list.module.css";

export interface ListMoreProps {
  /** Number of rows shown, out of the total. */
  readonly shown: string;
  readonly label: string;
  /** Undefined when no more can be shown. */
  readonly onMore: (() => void) | undefined;
  /** Text in place of the button if there are more rows but none can be shown. */
  readonly most?: string;
}

/** Footer of a list that shows only its first rows. */
export function ListMore({ shown, label, onMore, most }: ListMoreProps) {
  return (
    <p className={lists.more}>
      {shown}
      {onMore === undefined ? (
        most !== undefined && <span>{most}</span>
      ) : (
        <Button size="small" onPress={onMore}>
          {label}
        </Button>
      )}
    </p>
  );
}
