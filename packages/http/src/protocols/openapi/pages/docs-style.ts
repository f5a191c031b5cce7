/** Swagger UI in the console's colours and fonts. The id gives each rule a higher specificity than Swagger UI's own. */
export const DOCS_STYLE = `#docs .swagger-ui {
  color: var(--text);
  font-family: var(--font);

  & .wrapper {
    max-width: 75rem;
    padding: 0 1.5rem;
  }

  & :is(h1, h2, h3, h4, h5, p, li, label, table, th, td, select, input, textarea, button, .btn, .info .title,
    .opblock-tag, .opblock-summary-description, .opblock-summary-method, .opblock-title_normal, .tab li,
    .parameter__name, .parameter__type, .response-col_status, .model-title, .renderedMarkdown) {
    color: var(--text);
    font-family: var(--font);
  }

  & :is(code, pre, .opblock-summary-path, .prop-type, .prop-format, .parameter__in, .model) {
    font-family: var(--font-mono);
  }

  & a,
  & .info a {
    color: var(--accent-text);
  }

  & :is(small, .opblock-tag small, .parameter__type, .parameter__in, .prop-format, .parameter__extension,
    .opblock-summary-description, .response-col_links, .tab li) {
    color: var(--text-muted);
  }

  & .info {
    margin: 2rem 0 1.5rem;

    & .title {
      font-size: 1.625rem;
      font-weight: 600;
    }

    & .title small {
      top: -0.25rem;
      color: var(--text-muted);
      background: var(--surface-sunken);

      & pre {
        color: inherit;
      }
    }

    & :is(p, li, a) {
      font-size: 0.875rem;
    }
  }

  & :is(p, li, td, .info) :not(pre) > code {
    color: var(--text);
    background: var(--surface-sunken);
  }

  & .scheme-container {
    margin: 0 0 1rem;
    padding: 0;
    background: none;
    box-shadow: none;
  }

  & .filter .operation-filter-input {
    width: 100%;
    margin: 0 0 1rem;
    padding: 0.5rem 0.75rem;
    border-width: 1px;
  }

  & :is(input, select, textarea) {
    color: var(--text);
    background-color: var(--surface-raised);
    border: 1px solid var(--line-strong);
    border-radius: 0.5rem;
    box-shadow: none;
  }

  & ::placeholder {
    color: var(--text-muted);
    opacity: 1;
  }

  & .opblock-tag {
    padding: 0.75rem 0;
    font-size: 1.25rem;
    font-weight: 600;
    border-bottom: 1px solid var(--line);

    &:hover {
      background: var(--surface-hover);
    }
  }

  & svg:not(.loading svg) {
    fill: var(--text-muted);
  }

  & .opblock {
    --method: var(--text-muted);
    --method-soft: var(--surface-sunken);
    margin: 0 0 0.5rem;
    background: var(--surface-raised);
    border: 1px solid var(--line);
    border-radius: 0.5rem;
    box-shadow: none;

    &.opblock-get {
      --method: var(--info);
      --method-soft: var(--info-soft);
    }

    &.opblock-post {
      --method: var(--good);
      --method-soft: var(--good-soft);
    }

    &:is(.opblock-put, .opblock-patch) {
      --method: var(--warn);
      --method-soft: var(--warn-soft);
    }

    &.opblock-delete {
      --method: var(--bad);
      --method-soft: var(--bad-soft);
    }

    & .opblock-summary {
      padding: 0.375rem 0.5rem;
      border-color: var(--line);
    }

    & .opblock-summary:hover {
      background: var(--surface-hover);
      border-radius: 0.5rem;
    }

    & .opblock-summary-method {
      min-width: 4.5rem;
      padding: 0.25rem 0;
      color: var(--method);
      font-size: 0.75rem;
      text-shadow: none;
      background: var(--method-soft);
      border-radius: 0.25rem;
    }

    & .opblock-summary-path {
      color: var(--text);
      font-size: 0.8125rem;
      font-weight: 600;
    }

    & .tab-header .tab-item.active h4 span::after {
      background: var(--accent);
    }

    & .opblock-section-header {
      background: var(--surface-sunken);
      box-shadow: none;
    }

    & .opblock-section-header > label,
    & .opblock-section-header h4 {
      color: var(--text);
    }
  }

  & table thead tr :is(td, th) {
    color: var(--text);
    border-color: var(--line);
  }

  & .parameter__name.required::after,
  & .parameter__name.required span {
    color: var(--bad);
  }

  & :is(.prop-type, .model) {
    color: var(--text-muted);
  }

  /* The contract has no links. */
  & .response-col_links {
    display: none;
  }

  & .model-box,
  & section.models,
  & section.models .model-container {
    background: var(--surface-sunken);
    border-color: var(--line);
    border-radius: 0.5rem;
  }

  & .btn {
    color: var(--text);
    background: var(--surface-raised);
    border: 1px solid var(--line-strong);
    border-radius: 0.5rem;
    box-shadow: none;

    &:hover {
      background: var(--surface-hover);
    }
  }

  & .btn.authorize {
    & span {
      padding: 0.25rem 0.5rem 0 0;
    }
  }

  & .btn.execute {
    color: var(--text-on-accent);
    background: var(--accent);
    border-color: var(--accent);

    &:hover {
      background: var(--accent-hover);
    }
  }

  & .btn.cancel {
    color: var(--bad);
    border-color: var(--bad);
  }

  & .dialog-ux .modal-ux {
    color: var(--text);
    background: var(--surface-raised);
    border: 1px solid var(--line);
    border-radius: 0.75rem;
  }

  & .dialog-ux .modal-ux-header {
    border-color: var(--line);
  }

  & :is(.highlight-code, .curl-command) :is(pre, .microlight) {
    border-radius: 0.5rem;
  }

  @media (max-width: 40rem) {
    & .wrapper {
      padding: 0 1rem;
    }

    & .opblock-tag {
      flex-wrap: wrap;

      & small {
        order: 3;
        flex-basis: 100%;
        padding: 0.25rem 0 0;
      }
    }

    & .opblock .opblock-summary-control {
      flex-wrap: wrap;
      gap: 0.25rem 0.5rem;
    }

    & .opblock .opblock-summary-path-description-wrapper {
      flex: 1 1 12rem;
      padding: 0;
    }

    & .opblock .opblock-summary-path {
      max-width: 100%;
      padding: 0;
      overflow-wrap: anywhere;
    }

    & .opblock-body :is(pre, .model-box) {
      max-width: 100%;
      overflow-x: auto;
    }

    /* Stacks the cells: there is no space for them side by side. */
    & .opblock-body :is(table, tbody, tr, td) {
      display: block;
      width: auto;
      max-width: 100%;
      padding-left: 0;
    }

    & .opblock-body thead {
      display: none;
    }

    & .opblock-body :is(td, .response-col_description) {
      min-width: 0;
      padding: 0.25rem 0;
    }

    & .opblock-body :is(input, select, textarea) {
      max-width: 100%;
    }

    & .info .title {
      overflow-wrap: anywhere;
    }
  }
}
`;
