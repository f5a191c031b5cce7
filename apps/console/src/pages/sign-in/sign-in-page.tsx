import { type FormEvent, useEffect, useState } from "react";
import { failureOf } from "../../api/api-error.ts";
import { useSignIn } from "../../api/session.ts";
import { Logo } from "../../shell/logo.tsx";
import { common as commonTexts } from "../../strings/common.ts";
import { signIn as signInTexts } from "../../strings/sign-in.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import styles from "./sign-in-page.module.css";

const UNAUTHORIZED = 401;

/** Sign-in page. The address does not change, so signing in leads to the requested page. */
export function SignInPage() {
  const [key, setKey] = useState("");
  const signIn = useSignIn();
  const texts = signInTexts;
  useEffect(() => {
    document.title = `${texts.title} · Quarry`;
  }, [texts.title]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate(key);
  };
  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={submit}>
        <Logo />
        <h1 className={styles.title}>{texts.title}</h1>
        <TextField
          label={texts.key}
          hint={texts.hint}
          type="password"
          autoComplete="current-password"
          value={key}
          onChange={setKey}
          error={errorOf(signIn.error)}
          autoFocus
          isRequired
        />
        <Button type="submit" variant="primary" isDisabled={key.trim() === "" || signIn.isPending}>
          {texts.submit}
        </Button>
        <details className={styles.help}>
          <summary>{texts.help}</summary>
          <p>{texts.helpText}</p>
          <p>{texts.promise}</p>
        </details>
      </form>
    </main>
  );
}

const errorOf = (error: Error | null): string | undefined => {
  if (error === null) return undefined;
  const { status, message } = failureOf(error);
  if (status === undefined) return commonTexts.failure.away;
  return status === UNAUTHORIZED ? signInTexts.wrong : message;
};
