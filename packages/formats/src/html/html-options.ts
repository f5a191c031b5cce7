/** Options for reading an HTML page. */
export interface HtmlOptions {
  /** Leave out what stands in `nav`, `header` and `footer`. */
  readonly dropNavigation: boolean;
  /** Read the `alt` texts of images as text. */
  readonly imageDescriptions: boolean;
}
