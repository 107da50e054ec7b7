/** Reads conditions of unknown form. */
export type Parts = Readonly<Record<string, unknown>>;

export const isParts = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const partsOf = (value: unknown): Parts => (isParts(value) ? value : {});
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textsOf = (value: unknown): string[] => listOf(value).map(textOf);

/** Of a mail rule, whose value may be a bare id or name. */
export const mailParts = (key: 'campaign' | 'template', value: unknown): Parts =>
  typeof value === 'string' ? { [key]: value } : partsOf(value);

/** The non-empty parts. */
export const withoutEmpty = (parts: Parts): Parts =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== '' && part !== undefined));

/** Whether two values are equal, ignoring key order. */
export const isSameJson = (one: unknown, other: unknown): boolean => inOrder(one) === inOrder(other);

const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isParts(inner) ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1))) : inner,
  );
