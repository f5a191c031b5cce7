/** A response before it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(value),
});

export const page = (status: number, title: string): Answer => ({
  status,
  headers: { "content-type": "text/html" },
  body: `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
});
