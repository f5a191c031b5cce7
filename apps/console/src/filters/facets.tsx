import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ToggleButton } from "react-aria-components";
import { type Body, call, type contract, type Message } from "../api/rest.ts";
import { filters as filterTexts } from "../strings/filters.ts";
import { formatCount } from "../ui/format.ts";
import styles from "./facets.module.css";
import { type Filter, isObject } from "./filter-rows.ts";

const texts = filterTexts.facets;

/** Values of each field. */
const LIMIT = 8;

export interface FacetRequest extends Omit<Body<contract.CountFacetsRequest>, "filters"> {
  readonly filters: Filter;
}

export interface FacetsProps {
  readonly collection: string;
  readonly request: FacetRequest;
  readonly onChange: (filters: Filter) => void;
}

/** The most frequent values of fields, each with the number of documents that have it, to filter by. */
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

/** Values that tell each document from all others narrow nothing. */
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

/** The value that a condition asks for, where it asks for one. */
const chosenOf = (condition: unknown): unknown => (isObject(condition) ? condition["$eq"] : condition);

const rangeOf = ({ min, max, earliest, latest }: Facet): string | undefined => {
  if (min !== undefined && max !== undefined) return texts.range(String(min), String(max));
  return earliest === undefined || latest === undefined ? undefined : texts.range(earliest, latest);
};
