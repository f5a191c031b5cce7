import type { CollectionChoices, ModelChoice } from "@quarry/http/console";
import { collections as collectionsTexts } from "../../strings/collections.ts";
import { providerName } from "../../strings/provider-name.ts";
import { Select, type SelectOption, TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { choiceOf, modelKey, NO_PROVIDER } from "./collection-form.ts";

const texts = collectionsTexts.form;

export interface ModelFieldProps {
  readonly choices: CollectionChoices;
  /** Model key, see `modelKey`. */
  readonly model: string;
  readonly onModel: (model: string) => void;
  readonly apiKey: string;
  readonly onApiKey: (key: string) => void;
  readonly hint?: string;
  readonly modelError?: string | undefined;
  readonly keyError?: string | undefined;
  /** Current model, labelled as such in the list. */
  readonly present?: string;
  /** Whether the provider's key is already stored. */
  readonly isKeyStored?: boolean;
}

/** Field for the embedding model, and for the provider's API key if it takes one. */
export function ModelField(props: ModelFieldProps) {
  const { choices, model, onModel, apiKey, onApiKey, hint = texts.modelHint, modelError, keyError, present } = props;
  const chosen = choiceOf(choices, model);
  const isKeyRequired = chosen.credential !== "none" && model !== present;
  const isKeyNeeded = chosen.credential === "required" && props.isKeyStored !== true;
  return (
    <>
      <Select
        label={texts.model}
        hint={hint}
        value={model}
        onChange={onModel}
        options={choices.models.map((choice) => optionOf(choice, present))}
        error={modelError}
      />
      {!chosen.isConfigured && <Notice tone="warn">{texts.notConfigured(providerName(chosen.provider))}</Notice>}
      {isKeyRequired && (
        <TextField
          label={texts.apiKey}
          hint={isKeyNeeded ? texts.apiKeyRequired : texts.apiKeyOptional}
          type="password"
          autoComplete="off"
          value={apiKey}
          onChange={onApiKey}
          error={keyError}
          isRequired={isKeyNeeded}
          isMonospaced
        />
      )}
    </>
  );
}

const optionOf = (choice: ModelChoice, present: string | undefined): SelectOption<string> => {
  const value = modelKey(choice);
  if (choice.provider === NO_PROVIDER && present === undefined) {
    return { value, label: texts.noModel, hint: texts.noModelHint };
  }
  const label =
    value === present
      ? collectionsTexts.index.keepModel(choice.model)
      : texts.modelLabel(choice.model, choice.isDefault && present === undefined);
  return { value, label, hint: texts.modelNote(choice.description, choice.dimension) };
};
