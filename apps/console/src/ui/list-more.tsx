import { Button } from "./button.tsx";
import lists from "./list.module.css";

export interface ListMoreProps {
  /** Number of rows shown, of how many. */
  readonly shown: string;
  readonly label: string;
  /** Undefined when no more can be shown. */
  readonly onMore: (() => void) | undefined;
  /** Said in place of the button when there are more, and none can be shown. */
  readonly most?: string;
}

/** Ends a list of which only the first are shown. */
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
