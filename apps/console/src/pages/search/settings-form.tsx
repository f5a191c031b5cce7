import { useState } from "react";
import { CheckboxGroup, Label, Radio, RadioGroup, Text } from "react-aria-components";
import type { QueryOption } from "@quarry/api/query-options";
import { FilterEditor } from "../../filters/filter-editor.tsx";
import { search as searchTexts } from "../../strings/search.ts";
import { Checkbox, Select, TextField } from "../../ui/field.tsx";
import lists from "../../ui/list.module.css";
import { NumberField } from "../../ui/number-field.tsx";
import { FORM_OPTIONS, SEARCH_MODES, type SearchMode, type SearchSettings } from "./search-settings.ts";
import styles from "./settings-form.module.css";

export interface SettingsFormProps {
  readonly settings: SearchSettings;
  readonly names: readonly string[];
  readonly onChange: (settings: SearchSettings) => void;
}

const [RESULTS, ...MORE] = FORM_OPTIONS;

/** Form for the search settings. Empty fields use the collection's defaults. */
export function SettingsForm({ settings, names, onChange }: SettingsFormProps) {
  const texts = searchTexts;
  const set = (change: Partial<SearchSettings>) => onChange({ ...settings, ...change });
  const field = (option: QueryOption) => (
    <OptionField
      key={option.name}
      option={option}
      value={settings[option.property]}
      onChange={(value) => set({ [option.property]: value })}
    />
  );
  return (
    <div className={styles.form}>
      <CollectionChoice names={names} chosen={settings.collections} onChange={(collections) => set({ collections })} />
      <ModeChoice mode={settings.mode} onChange={(mode) => set({ mode })} />
      {field(RESULTS!)}
      <FilterEditor filters={settings.filters} onChange={(filters) => set({ filters })} />
      <details className={styles.more}>
        <summary>{texts.more}</summary>
        <div className={styles.form}>{MORE.map(field)}</div>
      </details>
    </div>
  );
}

interface OptionFieldProps {
  readonly option: QueryOption;
  readonly value: unknown;
  readonly onChange: (value: boolean | number | undefined) => void;
}

/** Field of an option, by its declaration. Without own texts in the console, those of the contract are used. */
function OptionField({ option: { name, schema }, value, onChange }: OptionFieldProps) {
  const texts = searchTexts;
  const { label, hint } = texts.options[name] ?? { label: name.replaceAll("_", " "), hint: schema.description };
  if (schema.type === "boolean") {
    return (
      <Select
        label={label}
        value={value === undefined ? "default" : value === true ? "yes" : "no"}
        onChange={(chosen) => onChange(chosen === "default" ? undefined : chosen === "yes")}
        options={[
          { value: "default", label: texts.asDefault },
          { value: "yes", label: texts.yes },
          { value: "no", label: texts.no },
        ]}
      />
    );
  }
  return (
    <NumberField
      label={label}
      {...(hint !== undefined && { hint })}
      minimum={schema.minimum ?? 0}
      maximum={schema.maximum ?? 1}
      step={schema.type === "integer" ? 1 : 0.05}
      value={typeof value === "number" ? value : Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? undefined : next)}
    />
  );
}

interface CollectionChoiceProps {
  readonly names: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

/** Number of collections visible without scrolling. More collections get a filter box. */
const FEW = 8;

/**
 * Choice of collections. At least one stays chosen. Chosen ones are always listed, whatever the filter box contains.
 */
function CollectionChoice({ names, chosen, onChange }: CollectionChoiceProps) {
  const texts = searchTexts;
  const [newField, setWanted] = useState("");
  const pattern = newField.trim().toLowerCase();
  const shown = names.filter((name) => name.toLowerCase().includes(pattern) || chosen.includes(name));
  return (
    <CheckboxGroup
      className={styles.group!}
      value={[...chosen]}
      onChange={(next) => next.length > 0 && onChange(names.filter((name) => next.includes(name)))}
    >
      <Label className={styles.label!}>{texts.collections}</Label>
      {names.length > 1 && (
        <Text slot="description" className={styles.hint!}>
          {texts.collectionsHint}
        </Text>
      )}
      {names.length > FEW && (
        <TextField
          label={texts.findCollection}
          isLabelHidden
          placeholder={texts.findCollection}
          type="search"
          value={newField}
          onChange={setWanted}
        />
      )}
      <div className={lists.choices}>
        {shown.map((name) => (
          <Checkbox key={name} value={name}>
            {name}
          </Checkbox>
        ))}
      </div>
    </CheckboxGroup>
  );
}

interface ModeChoiceProps {
  readonly mode: SearchMode | undefined;
  readonly onChange: (mode: SearchMode | undefined) => void;
}

const DEFAULT = "default";

function ModeChoice({ mode, onChange }: ModeChoiceProps) {
  const texts = searchTexts;
  const hints = { hybrid: texts.mode.hybridHint, semantic: texts.mode.semanticHint, keyword: texts.mode.keywordHint };
  return (
    <RadioGroup
      className={styles.group!}
      value={mode ?? DEFAULT}
      onChange={(value) => onChange(value === DEFAULT ? undefined : (value as SearchMode))}
    >
      <Label className={styles.label!}>{texts.mode.label}</Label>
      <div className={styles.modes}>
        <Radio value={DEFAULT} className={styles.mode!}>
          {texts.asDefault}
        </Radio>
        {SEARCH_MODES.map((value) => (
          <Radio
            key={value}
            value={value}
            className={styles.mode!}
            aria-label={`${texts.mode[value]}: ${hints[value]}`}
          >
            <span title={hints[value]}>{texts.mode[value]}</span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
