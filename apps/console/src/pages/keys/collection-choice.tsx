import { useState } from "react";
import { Form } from "react-aria-components";
import { keys as keysTexts } from "../../strings/keys.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox, TextField } from "../../ui/field.tsx";
import lists from "../../ui/list.module.css";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./keys.module.css";
import { useCollectionNames } from "../collections/use-collections.ts";

const texts = keysTexts.form;

const COLLECTION_NAME = /^[A-Za-z][A-Za-z0-9_]{0,127}$/;

export interface CollectionChoiceProps {
  readonly chosen: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
  readonly error: string | undefined;
}

/** Choice of existing collections, and of others by name: a key can be created before its collection. */
export function CollectionChoice({ chosen, onChange, error }: CollectionChoiceProps) {
  const existing = useCollectionNames();
  const names = [...new Set([...(existing.data ?? []), ...chosen])].sort();
  const set = (name: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, name] : chosen.filter((one) => one !== name));
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">{texts.collections}</legend>
      <div className={lists.choices}>
        {existing.isPending && <Skeleton />}
        {!existing.isPending && names.length === 0 && <p className={styles.faint}>{texts.noCollections}</p>}
        {names.map((name) => (
          <Checkbox key={name} isSelected={chosen.includes(name)} onChange={(isChosen) => set(name, isChosen)}>
            <code>{name}</code>
          </Checkbox>
        ))}
      </div>
      <OtherName onAdd={(name) => !chosen.includes(name) && set(name, true)} />
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function OtherName({ onAdd }: { readonly onAdd: (name: string) => void }) {
  const [name, setName] = useState("");
  const isWrong = name !== "" && !COLLECTION_NAME.test(name);
  const add = () => {
    if (!COLLECTION_NAME.test(name)) return;
    onAdd(name);
    setName("");
  };
  return (
    <Form
      className={styles.other!}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextField
        label={texts.other}
        hint={texts.otherHint}
        value={name}
        onChange={setName}
        error={isWrong ? texts.otherWrong : undefined}
        autoComplete="off"
        isMonospaced
      />
      <Button type="submit" isDisabled={name === "" || isWrong}>
        {texts.add}
      </Button>
    </Form>
  );
}
