import { useState } from "react";
import { failureOf } from "../../../api/api-error.ts";
import { models as modelsTexts } from "../../../strings/models.ts";
import { Checkbox } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import lists from "../../../ui/list.module.css";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useCollectionNames } from "../../collections/use-collections.ts";
import { ChoiceCards } from "../../keys/choice-cards.tsx";
import styles from "./models.module.css";
import { type LocalModel, usePrepareModel } from "./use-models.ts";

const texts = modelsTexts.dialog;

type Reach = "all" | "some" | "none";

export interface UseDialogProps {
  readonly model: LocalModel;
  readonly onClose: () => void;
}

/** Dialog that chooses the collections of a model, and starts its preparation. */
export function UseDialog({ model: { name, kind }, onClose }: UseDialogProps) {
  const prepare = usePrepareModel();
  const [reach, setReach] = useState<Reach>("all");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  // A reranker is not a default: new collections don't get it.
  const reaches: readonly Reach[] = kind === "reranker" ? ["all", "some"] : ["all", "some", "none"];
  const collections = reach === "all" ? reach : reach === "some" ? chosen : [];
  return (
    <FormDialog
      title={texts.title(name)}
      onClose={onClose}
      submitLabel={texts.submit}
      canSubmit={!prepare.isPending && (reach !== "some" || chosen.length > 0)}
      onSubmit={() => prepare.mutate({ name, collections }, { onSuccess: onClose })}
    >
      <p>{texts.text}</p>
      <ChoiceCards
        label={texts.collections}
        value={reach}
        onChange={setReach}
        choices={reaches.map((value) => ({ value, ...texts[value] }))}
      />
      {reach === "some" && <Names chosen={chosen} onChange={setChosen} />}
      {prepare.isError && <Notice tone="bad">{failureOf(prepare.error).message}</Notice>}
    </FormDialog>
  );
}

interface NamesProps {
  readonly chosen: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

function Names({ chosen, onChange }: NamesProps) {
  const { data: names, isPending } = useCollectionNames();
  if (isPending) return <Skeleton />;
  return (
    <div className={`${lists.choices} ${styles.names}`} role="group" aria-label={texts.collections}>
      {(names ?? []).length === 0 && <p>{texts.noCollections}</p>}
      {names?.map((name) => (
        <Checkbox
          key={name}
          isSelected={chosen.includes(name)}
          onChange={(isChosen) => onChange(isChosen ? [...chosen, name] : chosen.filter((one) => one !== name))}
        >
          {name}
        </Checkbox>
      ))}
    </div>
  );
}
