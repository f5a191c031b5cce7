export interface PathIconProps {
  /** Single path of the whole icon, within 24 by 24, drawn as an outline. */
  readonly path: string;
  /** Size in pixels. Default: that of the surrounding text. */
  readonly size?: number;
}

/** Icon of a single element, for rows of long lists. Elsewhere lucide's own icons are used; the paths are theirs. */
export function PathIcon({ path, size }: PathIconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={path} />
    </svg>
  );
}
