/** The responses to errors, by status. Clients in typed languages name their errors after them. */
const NAMES = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  408: 'RequestTimeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  422: 'UnprocessableEntity',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
} as const;

export type ErrorName = (typeof NAMES)[keyof typeof NAMES];

/** The name of the component for a status. Throws for a status that no operation should answer with. */
export function errorName(status: number): ErrorName {
  const name = (NAMES as Record<number, ErrorName>)[status];
  if (!name) throw new Error(`Name the status ${status} in src/rest/openapi/error-names.ts.`);
  return name;
}

/** The status of each component. */
export const statusOfError = (name: string): string | undefined =>
  Object.entries(NAMES).find(([, one]) => one === name)?.[0];
