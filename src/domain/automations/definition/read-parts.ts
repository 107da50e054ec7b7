import { z } from 'zod';
import { isAbsent } from '../../../validation/blank.ts';
import { filled, listOf, oneOf, otherwise, yesOrNo } from '../../../validation/text.ts';
import { eventName } from '../../insight/event-input.ts';
import { type Group, isObject } from '../../segments/conditions.ts';
import { sentPropertyCondition } from '../../segments/property-condition.ts';
import type { Entry, Exit, NamedEvent } from './definition.ts';
import { judgeRules, judgeWhere } from './judge-values.ts';
import { asField, type Path, type Reading } from './reading.ts';
import { referToEvent } from './refer.ts';
import { waiting } from './waiting.ts';

const MAX_EXITS = 20;

export const where = () => listOf(sentPropertyCondition, 1, 10).nullish();

/** The name of an event, and conditions on its properties. */
export const namedEvent = { name: eventName, where: where() };

/** Reads `{name, where?}`. */
export function readEvent(reading: Reading, path: Path, given: unknown): NamedEvent | undefined {
  const event = reading.keys(path, given, namedEvent, 'an event');
  judgeWhere(reading, path, given);
  if (event) referToEvent(reading, [...path, 'name'], event.name);
  return event;
}

/** Reads conditions. The group stays empty until its references are looked up and it is validated. */
export function readConditions(reading: Reading, path: Path, given: unknown, triggerEvent: boolean): Group {
  const group: Group = { operator: 'and', rules: [] };
  judgeRules(reading, path, given);
  reading.conditions.push({ path, given, triggerEvent, keep: (read) => Object.assign(group, read) });
  return group;
}

const AGAIN = ['never', 'after_end', 'always', 'restart'] as const;

/** Reads the entry rules. Default: one run at a time. */
export function readEntry(reading: Reading, given: unknown): Entry {
  const path = ['entry'];
  const shape = { again: oneOf(AGAIN).nullish(), not_within: waiting().nullish(), if: z.unknown() };
  const read = reading.keys(path, isAbsent(given) ? {} : given, shape, 'entry');
  const { again, not_within } = read ?? {};
  const group = isObject(given) ? given.if : undefined;
  return {
    again: again ?? 'after_end',
    ...(not_within && { not_within }),
    ...(!isAbsent(group) && { if: readConditions(reading, [...path, 'if'], group, true) }),
  };
}

const goal = yesOrNo().nullish();

/** Reads the exit rules. */
export function readExits(reading: Reading, given: unknown): Exit[] {
  const list = reading.value(['exits'], isAbsent(given) ? [] : given, listOf(z.unknown(), 0, MAX_EXITS));
  return (list ?? []).flatMap((exit, index) => readExit(reading, ['exits', index], exit) ?? []);
}

function readExit(reading: Reading, path: Path, given: unknown): Exit | undefined {
  const type = readType(reading, path, given, ['event', 'segment']);
  if (type === 'event') {
    const read = reading.keys(path, given, { type: z.unknown(), ...namedEvent, goal }, 'an exit of type event');
    judgeWhere(reading, path, given);
    if (!read) return undefined;
    referToEvent(reading, [...path, 'name'], read.name);
    return { type, name: read.name, ...(read.where && { where: read.where }), goal: read.goal ?? false };
  }
  if (type === undefined) return undefined;
  const read = reading.keys(path, given, { type: z.unknown(), if: z.unknown(), goal }, 'an exit of type segment');
  const group = readConditions(reading, [...path, 'if'], isObject(given) ? given.if : undefined, false);
  return read && { type, if: group, goal: read.goal ?? false };
}

const object = z.custom<{ type?: unknown }>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  {
    error: otherwise('must be an object.'),
  },
);

/** The type of a part of a definition. Undefined, with an issue, if there is no such type. */
export function readType<Type extends string>(
  reading: Reading,
  path: Path,
  given: unknown,
  types: readonly [Type, ...Type[]],
): Type | undefined {
  const part = reading.value(path, asField(path, given), object);
  return part && reading.value([...path, 'type'], part.type, oneOf(types));
}

/** A label for people. */
export const label = () => filled(100);
