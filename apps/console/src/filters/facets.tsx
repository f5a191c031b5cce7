import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ToggleButton } from "react-aria-components";
import { type Body, call, type contract, type Message } from "../api/rest.ts";
import { filters as filterTexts } from "../strings/filters.ts";
import { formatCount } from "../ui/format.ts";
import styles from "./facets.module.css";
import { type Filter, isObject } from "./filter-rows.ts";

const texts = filterTexts.facets;

/** Maximum number of values per field. */
const LIMIT = 8;

export interface FacetRequest extends Omit<Body<contract.CountFacetsRequest>, "filters"> {
  readonly filters: Filter;
}

export interface FacetsProps {
  readonly collection: string;
  readonly request: FacetRequest;
  readonly onChange: (filters: Filter) => void;
}

/** Most frequent values of fields, as filters, each with its number of documents. */
export function Facets({ collection, request, onChange }: FacetsProps) {
  const { data } = useQuery({
    queryKey: ["documents", collection, "facets", request],
    queryFn: ({ signal }) => {
      const facets = { ...request, collection_name: collection, limit: LIMIT };
      return call("POST /v1/collections/{collection_name}/facets", facets, signal);
    },
    placeholderData: keepPreviousData,
  });
  const shown = data?.facets.filter(isWorthShowing) ?? [];
  if (data === undefined || shown.length === 0) return null;
  return (
    <section className={styles.facets} aria-label={texts.label}>
      <p className={styles.hint}>
        {request.query === undefined ? texts.hint(data.total) : texts.hintFound(data.total)}
      </p>
      <div className={styles.fields}>
        {shown.map((facet) => (
          <FacetOf key={facet.field} facet={facet} filters={request.filters} onChange={onChange} />
        ))}
      </div>
    </section>
  );
}

type Facet = Message<contract.Facet>;

/** Whether a facet is useful as a filter. Values that are unique to each document are not. */
const isWorthShowing = ({ values, value_count: valueCount, documents }: Facet): boolean =>
  values.length > 0 && (valueCount < documents || valueCount <= LIMIT);

interface FacetOfProps {
  readonly facet: Facet;
  readonly filters: Filter;
  readonly onChange: (filters: Filter) => void;
}

function FacetOf({ facet, filters, onChange }: FacetOfProps) {
  const { field, values, value_count: valueCount } = facet;
  const range = rangeOf(facet);
  const toggle = (value: FacetScalar, isOn: boolean) => {
    const { [field]: _, ...others } = filters;
    onChange(isOn ? { ...others, [field]: { $eq: value } } : others);
  };
  return (
    <div className={styles.facet} role="group" aria-label={field}>
      <span className={styles.field}>
        {field}
        {range !== undefined && <span className={styles.range}>{range}</span>}
      </span>
      <div className={styles.values}>
        {values.map(({ string, number, boolean, count }) => {
          const value = string ?? number ?? boolean!;
          return (
            <ToggleButton
              key={JSON.stringify(value)}
              className={styles.value!}
              isSelected={chosenOf(filters[field]) === value}
              onChange={(isOn) => toggle(value, isOn)}
            >
              <span className={styles.text}>{String(value)}</span>{" "}
              <span className={styles.count}>
                {formatCount(count)}
                <span className="visually-hidden"> {texts.documents(count)}</span>
              </span>
            </ToggleButton>
          );
        })}
        {valueCount > values.length && <span className={styles.hint}>{texts.more(valueCount - values.length)}</span>}
      </div>
    </div>
  );
}

type FacetScalar = string | number | boolean;

/** Returns the value that a condition requires by equality, or undefined. */
const chosenOf = (condition: unknown): unknown => (isObject(condition) ? condition["$eq"] : condition);

const rangeOf = ({ min, max, earliest, latest }: Facet): string | undefined => {
  if (min !== undefined && max !== undefined) return texts.range(String(min), String(max));
  return earliest === undefined || latest === undefined ? undefined : texts.range(earliest, latest);
};
