import { Component, type ReactNode, useEffect, useRef } from "react";
import { noteReachable, useReachable } from "../api/reachability.ts";
import { ErrorState } from "../ui/error-state.tsx";

/** Browsers' and Vite's errors for a page whose code does not load: the service is unavailable, or has been updated. */
const CODE_MISSING = /dynamically imported module|importing a module script|preload css/i;

const reload = (): void => window.location.reload();

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Address of the page. A new address triggers a new attempt. */
  readonly path: string;
}

/** Isolates a failing page from the rest, for example if its code could not be loaded. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  // No `key` is used: a page keeps its state and the focus when one of its tabs changes.
  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (previous.path !== this.props.path && this.state.error !== undefined) this.setState({ error: undefined });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <>
        {CODE_MISSING.test(String(error)) && <ReloadWhenReachable />}
        <ErrorState error={error} retry={reload} />
      </>
    );
  }
}

/** Reloads the page as soon as the service answers: browsers don't retry code that failed to load. */
function ReloadWhenReachable() {
  const isReachable = useReachable();
  const wasUnreachable = useRef(false);
  useEffect(() => {
    if (!wasUnreachable.current) {
      wasUnreachable.current = true;
      noteReachable(false);
    } else if (isReachable) {
      reload();
    }
  }, [isReachable]);
  return null;
}
