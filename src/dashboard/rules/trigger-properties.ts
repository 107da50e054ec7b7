import { createContext, useContext } from 'react';
import { isParts, type Parts, textOf } from './json.ts';

/** The event whose properties conditions may compare with; empty: any event. Undefined: no trigger event, as in segments. */
const Context = createContext<string | undefined>(undefined);
export const TriggerProperties = Context;

export const useTriggerProperties = (): string | undefined => useContext(Context);

const KEY = 'trigger_property';

/** The property of the trigger event in the place of a value. Undefined: the value is one. */
export const triggerPropertyOf = (value: unknown): string | undefined =>
  isParts(value) && KEY in value ? textOf(value[KEY]) : undefined;

export const triggerProperty = (property: string): Parts => ({ [KEY]: property });

/** The operators that compare with it. */
export const COMPARED_TO_TRIGGER = [
  ...(['equals', 'not_equals', 'contains', 'not_contains', 'in', 'not_in', 'starts_with', 'ends_with'] as const),
  ...(['gt', 'gte', 'lt', 'lte'] as const),
] as const;
