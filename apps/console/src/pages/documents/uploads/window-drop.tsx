import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { type DropItem, DropZone, Text } from "react-aria-components";
import { documents as texts } from "../../../strings/documents.ts";
import styles from "./upload-zone.module.css";

export interface WindowDropProps {
  readonly collection: string;
  readonly onDrop: (items: Iterable<DropItem>) => void;
}

/** Accepts files dropped anywhere on the page: covers the window while files are dragged over it. */
export function WindowDrop({ collection, onDrop }: WindowDropProps) {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    const onEnter = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files") === true) setDragging(true);
    };
    addEventListener("dragenter", onEnter);
    return () => removeEventListener("dragenter", onEnter);
  }, []);
  if (!isDragging) return null;
  return createPortal(
    <DropZone
      className={styles.window!}
      getDropOperation={() => "copy"}
      onDropExit={() => setDragging(false)}
      onDrop={({ items }) => {
        setDragging(false);
        onDrop(items);
      }}
    >
      <Text slot="label">{texts.zone.anywhere(collection)}</Text>
    </DropZone>,
    document.body,
  );
}
