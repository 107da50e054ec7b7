/** A template's sample variables stay in this browser: they are no personal data, and no part of the template. */
const nameOf = (id: string) => `tidings-template-example-${id}`;

/** Keeps the variables that a template is shown with; none are not kept. */
export function saveExample(id: string, variables: Record<string, unknown>): void {
  if (Object.keys(variables).length === 0) localStorage.removeItem(nameOf(id));
  else localStorage.setItem(nameOf(id), JSON.stringify(variables));
}

/** The variables that a template was last shown with in this browser. */
export const readExample = (id: string): Record<string, unknown> =>
  readVariables(localStorage.getItem(nameOf(id)) ?? '') ?? {};

/** Reads a JSON object; undefined for anything else. */
export function readVariables(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json.trim() || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
