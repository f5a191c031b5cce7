import { Component, type ReactNode, useEffect, useRef } from "react";
import { noteReachable, useReachable } from "../api/reachability.ts";
import { ErrorState } from "../ui/error-state.tsx";

/**
 * Browsers' and Vite's errors for a page whose code doesn't load: the service is unavailable, or has a new version by
 * now.
 */
const CODE_MISSING = /dynamically imported module|importing a module script|preload css/i;

const reload = (): void => window.location.reload();

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** The page's address: another one is another try. */
  readonly path: string;
}

/** Keeps a page that fails from taking the rest with it, such as when its code could not be loaded. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  // Not by a key: a page keeps its state, and the focus, from one of its tabs to the next.
  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (previous.path !== this.props.path && this.state.error !== undefined) this.setState({ error: undefined });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <>
        {CODE_MISSING.test(String(error)) && <ReloadWhenBack />}
        <ErrorState error={error} retry={reload} />
      </>
    );
  }
}

/** Reloads the page as soon as the service answers: browsers don't retry code that failed to load. */
function ReloadWhenBack() {
  const isReachable = useReachable();
  const wasAway = useRef(false);
  useEffect(() => {
    if (!wasAway.current) {
      wasAway.current = true;
      noteReachable(false);
    } else if (isReachable) {
      reload();
    }
  }, [isReachable]);
  return null;
}
