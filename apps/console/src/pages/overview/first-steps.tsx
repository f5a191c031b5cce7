import type { Overview } from "@quarry/http/console";
import { Check } from "lucide-react";
import { usePermissions } from "../../api/session.ts";
import { overview } from "../../strings/overview.ts";
import { LinkButton } from "../../ui/button.tsx";
import styles from "./first-steps.module.css";

const texts = overview.first;

interface FirstStepsProps {
  readonly totals: NonNullable<Overview["counts"]>["totals"];
}

/** Guide from an empty service to the first answer. Shown until the first document exists. */
export function FirstSteps({ totals }: FirstStepsProps) {
  const { canWrite, canAdminister } = usePermissions();
  const isAllowed = { read: true, write: canWrite, admin: canAdminister };
  const current = totals.collections === 0 ? 0 : 1;
  return (
    <section className={styles.panel} aria-label={texts.title}>
      <h2 className={styles.title}>{texts.title}</h2>
      <p className={styles.lead}>{texts.lead}</p>
      <ol className={styles.steps}>
        {texts.steps.map(({ title, text, action, href, needs }, index) => (
          <li key={title} className={styles.step} aria-current={index === current ? "step" : undefined}>
            <span className={styles.number} data-done={index < current || undefined} aria-hidden>
              {index < current ? <Check size={16} /> : index + 1}
            </span>
            <h3>
              {title}
              {index < current && <span className="visually-hidden"> ({texts.done})</span>}
            </h3>
            <p className={styles.text}>{text}</p>
            {index >= current && needs !== "read" && !isAllowed[needs] && (
              <p className={styles.text}>{texts.lacks[needs]}</p>
            )}
            {index >= current && isAllowed[needs] && (
              <LinkButton href={href} variant={index === current ? "primary" : "secondary"}>
                {action}
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
