import type { CollectionChoices } from "@quarry/http/console";
import { useState } from "react";
import { Form } from "react-aria-components";
import { failureOf } from "../../api/api-error.ts";
import { collections as collectionsTexts } from "../../strings/collections.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { formatCompact } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { notifyDone } from "../../ui/toast.tsx";
import { choiceOf, modelKey, type Problems, refusedField } from "./collection-form.ts";
import styles from "./collections.module.css";
import forms from "./forms.module.css";
import { ModelField } from "./model-field.tsx";
import { type IndexChange, type NewChange, useStartChange } from "./use-changes.ts";
import type { Collection } from "./use-collections.ts";

const texts = collectionsTexts.index;

export interface ChangeFormProps {
  readonly collection: Collection;
  readonly current: IndexChange["to"];
  readonly choices: CollectionChoices;
  readonly passages: number;
  readonly tokens: number;
}

/** Form for a change to another model or store, which shows the cost in advance. */
export function ChangeForm({ collection, current, choices: offered, passages, tokens }: ChangeFormProps) {
  const present = modelKey({ provider: current.embedding_provider, model: current.embedding_model });
  const choices = withPresent(offered, current);
  const start = useStartChange(collection.name);
  const [model, setModel] = useState(present);
  const [apiKey, setApiKey] = useState("");
  const [dimension, setDimension] = useState(Number.NaN);
  const [store, setStore] = useState(current.vector_store);
  const chosen = choiceOf(choices, model);
  const isOtherModel = model !== present || (!Number.isNaN(dimension) && dimension !== current.dimension);
  const isOtherStore = store !== current.vector_store;
  const problems: Problems<{ model: string; embeddingKey: string; dimension: number; store: string }> = start.isError
    ? refusedField(start.error)
    : {};
  const hasProblems = Object.keys(problems).length > 0;
  // Resets the service's error, which was about the previous choice.
  const set =
    <Value,>(change: (value: Value) => void) =>
    (value: Value) => {
      if (start.isError) start.reset();
      change(value);
    };
  const change: NewChange = {
    ...(model !== present && { embedding_provider: chosen.provider, embedding_model: chosen.model }),
    ...(model !== present && apiKey !== "" && chosen.credential !== "none" && { embedding_api_key: apiKey }),
    ...(!Number.isNaN(dimension) && { dimension }),
    ...(isOtherStore && { vector_store: store }),
  };
  return (
    <Form
      className={forms.form!}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate(change, { onSuccess: () => notifyDone(texts.started) });
      }}
    >
      <div className={forms.pair}>
        <div className={forms.form}>
          <ModelField
            choices={choices}
            model={model}
            onModel={set(setModel)}
            apiKey={apiKey}
            onApiKey={set(setApiKey)}
            hint={texts.pickModelHint}
            modelError={problems.model}
            keyError={problems.embeddingKey}
            present={present}
            isKeyStored={chosen.provider === current.embedding_provider && collection.has_api_key}
          />
        </div>
        <NumberField
          label={texts.dimension}
          hint={collectionsTexts.form.dimensionHint}
          value={dimension}
          onChange={set(setDimension)}
          error={problems.dimension}
          placeholder={String(chosen.dimension)}
        />
        <Select
          label={texts.pickStore}
          hint={choices.vectorStores.length > 1 ? collectionsTexts.form.storeHint : texts.oneStore}
          value={store}
          onChange={set(setStore)}
          options={choices.vectorStores.map(({ name }) => ({
            value: name,
            label: name === current.vector_store ? texts.keepStore(name) : name,
          }))}
          error={problems.store}
          isDisabled={choices.vectorStores.length < 2}
        />
      </div>
      <Costs
        passages={passages}
        tokens={tokens}
        model={isOtherModel ? chosen.model : undefined}
        store={isOtherStore ? store : undefined}
      />
      {start.isError && !hasProblems && <Notice tone="bad">{failureOf(start.error).message}</Notice>}
      <div>
        <Button
          variant="primary"
          type="submit"
          isDisabled={(!isOtherModel && !isOtherStore) || start.isPending || !chosen.isConfigured}
        >
          {start.isPending ? texts.starting : texts.start}
        </Button>
      </div>
    </Form>
  );
}

/** Adds the current model to the choices, even if no list contains it. */
const withPresent = (choices: CollectionChoices, current: IndexChange["to"]): CollectionChoices => {
  const isKnown = choices.models.some(
    ({ provider, model }) => provider === current.embedding_provider && model === current.embedding_model,
  );
  if (isKnown) return choices;
  const present = {
    provider: current.embedding_provider,
    model: current.embedding_model,
    dimension: current.dimension,
    description: current.embedding_provider,
    credential: "none",
    isConfigured: true,
    isDefault: false,
  } as const;
  return { ...choices, models: [present, ...choices.models] };
};

interface CostsProps {
  readonly passages: number;
  readonly tokens: number;
  /** Undefined if it stays unchanged. */
  readonly model: string | undefined;
  readonly store: string | undefined;
}

function Costs({ passages, tokens, model, store }: CostsProps) {
  const { costs } = texts;
  if (model === undefined && store === undefined) return <p className={styles.muted}>{costs.nothing}</p>;
  if (passages === 0) return <Notice>{costs.empty}</Notice>;
  return (
    <Notice>
      <ul className={styles.costs}>
        {model !== undefined ? (
          <li>
            {costs.model(passages, model)} {costs.tokens(formatCompact(tokens))}
          </li>
        ) : (
          <li>{costs.store(passages, store!)}</li>
        )}
        <li>{costs.room}</li>
        {model !== undefined && <li>{costs.scores}</li>}
      </ul>
    </Notice>
  );
}
