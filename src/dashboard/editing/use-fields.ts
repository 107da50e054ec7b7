import { type ChangeEvent, useState } from 'react';
import type { CombinedError } from 'urql';
import { errorElsewhere, fieldErrors } from '../client/field-errors.ts';
import type { MutationResult, Succeeded } from '../client/use-mutation.ts';

type KeyOf<Values, Value> = { [Key in keyof Values]: Values[Key] extends Value ? Key : never }[keyof Values] & string;
type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

/** The state of a form: see `useFields`. */
export type FieldsState<Values> = ReturnType<typeof useFields<Values & Record<string, unknown>>>;

/**
 * The values of a form, and the server's error beside each field. A field is bound by its name, which is the name that the API
 * gives it: `<TextInput label="…" {...fields.text('name')} />`.
 */
export function useFields<Values extends Record<string, unknown>>(initial: Values) {
  const [values, setValues] = useState(initial);
  const [error, setError] = useState<CombinedError>();
  const [saved, setSaved] = useState(false);
  const [saving, setSaving] = useState(false);
  const issues = Object.entries(fieldErrors(error));

  const set = (key: string, value: unknown) => {
    setSaved(false);
    setValues((now) => ({ ...now, [key]: value }));
  };
  /** The error of a field or of a part of it, such as `hosts.2`. */
  const errorOf = (key: string) => issues.find(([path]) => path === key || path.startsWith(`${key}.`))?.[1];

  return {
    values,
    set,
    errorOf,
    saved,
    saving,
    /** Errors without a field here. */
    leftover: errorElsewhere(error, (path) => (path.split('.')[0] ?? '') in values),
    text: (key: KeyOf<Values, string>) => ({
      value: String(values[key]),
      onChange: (event: Typed) => set(key, event.currentTarget.value),
      error: errorOf(key),
    }),
    number: (key: KeyOf<Values, number | null>) => ({
      value: typeof values[key] === 'number' ? Number(values[key]) : undefined,
      onChange: (value: number | undefined) => set(key, value ?? null),
      error: errorOf(key),
    }),
    box: (key: KeyOf<Values, boolean>) => ({
      checked: values[key] === true,
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(key, event.currentTarget.checked),
      error: errorOf(key),
    }),
    texts: (key: KeyOf<Values, string[]>) => ({
      value: values[key] as string[],
      onChange: (value: string[]) => set(key, value),
      error: errorOf(key),
    }),
    /** Sends it, by a function that does; gives the answer, or undefined when it was refused. */
    save: async <Data>(send: () => Promise<MutationResult<Data>>): Promise<Succeeded<Data> | undefined> => {
      setSaving(true);
      const { data, error: refused } = await send();
      setSaving(false);
      setError(refused);
      setSaved(!refused);
      return refused ? undefined : data;
    },
  };
}

/** As the API wants an optional text: null clears it. */
export const orNull = (text: string): string | null => (text.trim() === '' ? null : text);
