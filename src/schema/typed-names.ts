import type { Form } from '../domain/segments/value.ts';
import type { Json } from '../validation/json.ts';

/** The name of the types of a condition, or of a part of it. */
export const conditionName = (name: string): string => `${name}Condition`;

/** Id fields end in Id: `campaign` → `campaignId`. */
export const fieldName = (key: string, form: Form): string =>
  form.is === 'scalar' && form.scalar === 'ID' ? `${camelCase(key)}Id` : camelCase(key);

/** `within_days` → `withinDays`. */
export const camelCase = (key: string): string => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

export const descriptionOf = (form: Form): string | undefined => {
  if ('description' in form && form.description !== undefined) return form.description;
  return form.is === 'list' || form.is === 'wrapped' ? descriptionOf(form.of) : undefined;
};

const TYPE_OF: Readonly<Record<string, string>> = {
  String: 'string',
  ID: 'string',
  Duration: 'string',
  URL: 'string',
  DateOrDateTime: 'string',
  CurrencyCode: 'string',
  EmailAddress: 'string',
  Locale: 'string',
  TimeOfDay: 'string',
  Boolean: 'boolean',
};

/** Whether a value can have this form, just enough to distinguish the types that one operator accepts. */
export function mayBe(value: Json | undefined, form: Form): boolean {
  if (form.is === 'list' || form.is === 'range') return Array.isArray(value) && mayBe(value[0], form.of);
  if (form.is === 'wrapped') return typeof value === 'object' && value !== null && form.key in value;
  if (form.is !== 'scalar') return true;
  return typeof value === (TYPE_OF[form.scalar] ?? 'number');
}
