import { Database, Plus, Search, Upload } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { usePermissions } from "../../api/session.ts";
import { collections as collectionsTexts } from "../../strings/collections.ts";
import { common as commonTexts } from "../../strings/common.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextField } from "../../ui/field.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./collections.module.css";
import { CollectionsTable } from "./collections-table.tsx";
import { CreateDialog } from "./create-dialog.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { useChoices, useCollectionList } from "./use-collections.ts";

const texts = collectionsTexts;

/** Page of all collections that the key may see, with the creation of a new one. */
export default function CollectionsPage() {
  const { session } = usePermissions();
  const [typed, setTyped] = useState("");
  const name = useDeferredValue(typed.trim());
  const list = useCollectionList(name);
  // Prefetched: the form for a new collection opens at once.
  useChoices();
  const [opened, setOpened] = useState<"create" | "import">();
  const close = () => setOpened(undefined);
  const collections = list.data?.pages.flatMap((page) => page.collections) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  const isNone = total === 0 && name === "" && !list.isPlaceholderData;
  return (
    <>
      <PageHeader
        title={texts.title}
        description={session.collections === null ? texts.lead : texts.limited}
        actions={!isNone && <Actions onOpen={setOpened} />}
      />
      {list.isError && list.data === undefined ? (
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Waiting />
      ) : isNone ? (
        <Nothing onOpen={setOpened} />
      ) : (
        <div className={styles.list}>
          <div className={styles.toolbar}>
            <span className={styles.filter}>
              <Search aria-hidden size={16} />
              <TextField
                label={texts.filter}
                isLabelHidden
                placeholder={texts.filterPlaceholder}
                type="search"
                value={typed}
                onChange={setTyped}
              />
            </span>
            <span className={styles.muted} role="status">
              {texts.shown(collections.length, total)}
            </span>
          </div>
          {total === 0 ? (
            <EmptyState
              icon={<Search />}
              title={texts.noMatch.title}
              action={<Button onPress={() => setTyped("")}>{texts.noMatch.clear}</Button>}
            >
              <code>{name}</code>
            </EmptyState>
          ) : (
            <Card isFlush>
              <CollectionsTable collections={collections} />
            </Card>
          )}
          {list.hasNextPage && (
            <Button isDisabled={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
              {texts.more}
            </Button>
          )}
        </div>
      )}
      {opened === "create" && <Create onClose={close} />}
      {opened === "import" && <ImportDialog onClose={close} />}
    </>
  );
}

interface OpenProps {
  readonly onOpen: (what: "create" | "import") => void;
}

function Actions({ onOpen }: OpenProps) {
  const { canAdminister } = usePermissions();
  if (!canAdminister) return null;
  return (
    <>
      <Button icon={<Upload aria-hidden />} onPress={() => onOpen("import")}>
        {texts.import.open}
      </Button>
      <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => onOpen("create")}>
        {texts.create}
      </Button>
    </>
  );
}

function Nothing({ onOpen }: OpenProps) {
  const { session, canAdminister } = usePermissions();
  return (
    <Card>
      <EmptyState
        icon={<Database />}
        title={texts.empty.title}
        action={
          canAdminister && (
            <span className={styles.buttons}>
              <Actions onOpen={onOpen} />
            </span>
          )
        }
      >
        <p>{texts.empty.text}</p>
        {session.collections !== null ? <p>{texts.empty.limited}</p> : !canAdminister && <p>{texts.empty.readOnly}</p>}
      </EmptyState>
    </Card>
  );
}

/** The form can't open before the server's choices are loaded. */
function Create({ onClose }: { readonly onClose: () => void }) {
  const choices = useChoices();
  if (choices.data !== undefined) return <CreateDialog choices={choices.data} onClose={onClose} />;
  if (!choices.isError) return null;
  return (
    <Dialog title={texts.form.title} isOpen onClose={onClose} width="wide">
      <ErrorState error={choices.error} retry={() => void choices.refetch()} />
    </Dialog>
  );
}

function Waiting() {
  return (
    <div className={styles.list} role="status" aria-busy="true">
      <span className="visually-hidden">{commonTexts.loading}</span>
      <Skeleton width="16rem" height="2.25rem" />
      <Skeleton height="14rem" />
    </div>
  );
}
