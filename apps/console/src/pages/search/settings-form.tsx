import { CheckboxGroup, Label, Radio, RadioGroup, Text } from "react-aria-components";
import { search as searchTexts } from "../../strings/search.ts";
import { Checkbox, Select } from "../../ui/field.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { FilterEditor } from "./filter-editor.tsx";
import { SEARCH_MODES, type SearchMode, type SearchSettings } from "./search-settings.ts";
import styles from "./settings-form.module.css";

export interface SettingsFormProps {
  readonly settings: SearchSettings;
  readonly names: readonly string[];
  readonly onChange: (settings: SearchSettings) => void;
}

type NumberSetting = "topK" | "minScore" | "alpha" | "diversity" | "perDocument";

interface NumberChoice {
  readonly name: NumberSetting;
  readonly label: string;
  readonly hint?: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly step: number;
}

/** How to search. What is left empty is as the collection says. */
export function SettingsForm({ settings, names, onChange }: SettingsFormProps) {
  const texts = searchTexts;
  const set = (change: Partial<SearchSettings>) => onChange({ ...settings, ...change });
  const numberField = ({ name, minimum, maximum, step, label, hint }: NumberChoice) => (
    <NumberField
      label={label}
      {...(hint !== undefined && { hint })}
      minimum={minimum}
      maximum={maximum}
      step={step}
      value={settings[name] ?? Number.NaN}
      onChange={(value) => set({ [name]: Number.isNaN(value) ? undefined : value })}
    />
  );
  return (
    <div className={styles.form}>
      <CollectionChoice names={names} chosen={settings.collections} onChange={(collections) => set({ collections })} />
      <ModeChoice mode={settings.mode} onChange={(mode) => set({ mode })} />
      {numberField({ name: "topK", label: texts.topK, hint: texts.topKHint, minimum: 1, maximum: 1_000, step: 1 })}
      <FilterEditor filters={settings.filters} onChange={(filters) => set({ filters })} />
      <details className={styles.more}>
        <summary>{texts.more}</summary>
        <div className={styles.form}>
          {numberField({
            name: "minScore",
            label: texts.minScore,
            hint: texts.minScoreHint,
            minimum: 0,
            maximum: 1,
            step: 0.05,
          })}
          {numberField({
            name: "alpha",
            label: texts.alpha,
            hint: texts.alphaHint,
            minimum: 0,
            maximum: 1,
            step: 0.05,
          })}
          {numberField({
            name: "diversity",
            label: texts.diversity,
            hint: texts.diversityHint,
            minimum: 0,
            maximum: 1,
            step: 0.1,
          })}
          {numberField({ name: "perDocument", label: texts.perDocument, minimum: 1, maximum: 1_000, step: 1 })}
          <Select
            label={texts.rerank}
            value={settings.rerank === undefined ? "default" : settings.rerank ? "yes" : "no"}
            onChange={(value) => set({ rerank: value === "default" ? undefined : value === "yes" })}
            options={[
              { value: "default", label: texts.asDefault },
              { value: "yes", label: texts.rerankYes },
              { value: "no", label: texts.rerankNo },
            ]}
          />
        </div>
      </details>
    </div>
  );
}

interface CollectionChoiceProps {
  readonly names: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

/** At least one stays chosen. */
function CollectionChoice({ names, chosen, onChange }: CollectionChoiceProps) {
  const texts = searchTexts;
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
      <div className={styles.collections}>
        {names.map((name) => (
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
