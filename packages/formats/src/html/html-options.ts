/** Options for reading an HTML page. */
export interface HtmlOptions {
  /** Whether the content of `nav`, `header` and `footer` is left out. */
  readonly dropNavigation: boolean;
  /** Whether the `alt` texts of images are read as text. */
  readonly imageDescriptions: boolean;
}
