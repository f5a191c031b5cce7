import { FilePlus2, FilePen, FolderPlus, Upload as UploadIcon } from "lucide-react";
import { useState } from "react";
import { type DropItem, DropZone, FileTrigger, Text } from "react-aria-components";
import { documentForms } from "../../../strings/document-forms.ts";
import { documents as texts } from "../../../strings/documents.ts";
import { Button } from "../../../ui/button.tsx";
import { Switch } from "../../../ui/field.tsx";
import { notifyFailed } from "../../../ui/toast.tsx";
import { AddDialog } from "../add/add-dialog.tsx";
import { chosenFiles, droppedFiles } from "./dropped-files.ts";
import { uploads } from "./upload-queue.ts";
import { useFileTypes } from "./use-file-types.ts";
import { WindowDrop } from "./window-drop.tsx";
import styles from "./upload-zone.module.css";

/** Batch size for files found in a folder: the first batch is sent while the rest is still being listed. */
const FOUND_AT_ONCE = 200;

/** Drop zone for files: dropped, pasted or chosen, individually or in folders. */
export function UploadZone({ collection }: { readonly collection: string }) {
  const types = useFileTypes();
  const [isReading, setReading] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const take = async (items: Iterable<DropItem>) => {
    setReading(true);
    try {
      let found = [];
      for await (const file of droppedFiles(items)) {
        found.push(file);
        if (found.length < FOUND_AT_ONCE) continue;
        uploads.add(collection, found, isReplacing);
        found = [];
      }
      uploads.add(collection, found, isReplacing);
    } catch (error) {
      notifyFailed(texts.zone.unreadable, error);
    } finally {
      setReading(false);
    }
  };
  const choose = (list: FileList | null) => list !== null && uploads.add(collection, chosenFiles(list), isReplacing);
  return (
    <DropZone
      className={styles.zone!}
      aria-label={texts.zone.label}
      getDropOperation={() => "copy"}
      onDrop={({ items }) => void take(items)}
    >
      {({ isDropTarget }) => (
        <>
          <span className={styles.icon} aria-hidden>
            <UploadIcon />
          </span>
          <div className={styles.text}>
            <Text slot="label" className={styles.title!}>
              {isReading ? texts.zone.reading : isDropTarget ? texts.zone.dropping : texts.zone.text}
            </Text>
            <span className={styles.types}>{texts.zone.types(types)}</span>
            <span className={styles.replace}>
              <Switch isSelected={isReplacing} onChange={setReplacing}>
                {texts.zone.replace}
              </Switch>
            </span>
          </div>
          <div className={styles.buttons}>
            <FileTrigger allowsMultiple onSelect={choose}>
              <Button variant="primary" icon={<FilePlus2 aria-hidden />}>
                {texts.zone.files}
              </Button>
            </FileTrigger>
            <FileTrigger acceptDirectory onSelect={choose}>
              <Button icon={<FolderPlus aria-hidden />}>{texts.zone.folder}</Button>
            </FileTrigger>
            <Button icon={<FilePen aria-hidden />} onPress={() => setAdding(true)}>
              {documentForms.add.open}
            </Button>
          </div>
          <WindowDrop collection={collection} onDrop={(items) => void take(items)} />
          {isAdding && <AddDialog collection={collection} onClose={() => setAdding(false)} />}
        </>
      )}
    </DropZone>
  );
}
