import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { queryClient } from "./api/query-client.ts";
import { SESSION_QUERY } from "./api/session.ts";
import { App } from "./app.tsx";
import { beginPage } from "./shell/begin-page.ts";
import { navigateWithConfirmation } from "./shell/leaving.ts";
import "./theme/tokens.css";
import "./theme/base.css";
import "./theme/opening.css";

beginPage(location.pathname);
// The content of index.html stays visible until the session is known. If the service does not answer, the app retries
// and reports it.
await queryClient.prefetchQuery({ ...SESSION_QUERY, retry: false });

createRoot(document.querySelector("#root")!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Router base="/console" aroundNav={navigateWithConfirmation}>
        <App />
      </Router>
    </QueryClientProvider>
  </StrictMode>,
);
