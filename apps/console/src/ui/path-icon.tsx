export interface PathIconProps {
  /** All of it in one path, within 24 by 24, drawn by its outline. */
  readonly path: string;
  /** Size in pixels. Default: that of the surrounding text. */
  readonly size?: number;
}

/** An icon of one element, for rows of long lists; other places use lucide's own, whose paths these are. */
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
