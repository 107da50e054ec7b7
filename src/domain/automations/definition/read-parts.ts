import { z } from 'zod';
import { isAbsent } from '../../../validation/blank.ts';
import { listOf, oneOf, otherwise } from '../../../validation/text.ts';
import { type Group, isObject } from '../../segments/conditions.ts';
import { rulesOf } from './declared.ts';
import type { Entry, Exit, NamedEvent } from './definition.ts';
import { judgeRules, judgeWhere } from './judge-values.ts';
import { asField, type Path, type Reading } from './reading.ts';
import { referToEvent } from './refer.ts';
import { AFTER_END, ENTRY_FIELDS, EXIT_FIELDS } from './rule-fields.ts';
import { EVENT_FIELDS } from './shared-fields.ts';

const MAX_EXITS = 20;

const namedEvent = rulesOf(EVENT_FIELDS);
const type = z.unknown();

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

/** Reads the entry rules. Default: one run at a time. */
export function readEntry(reading: Reading, given: unknown): Entry {
  const path = ['entry'];
  const read = reading.keys(path, isAbsent(given) ? {} : given, rulesOf(ENTRY_FIELDS), 'entry');
  const { again, not_within } = read ?? {};
  const group = isObject(given) ? given.if : undefined;
  return {
    again: again ?? AFTER_END,
    ...(not_within && { not_within }),
    ...(!isAbsent(group) && { if: readConditions(reading, [...path, 'if'], group, true) }),
  };
}

/** Reads the exit rules. */
export function readExits(reading: Reading, given: unknown): Exit[] {
  const list = reading.value(['exits'], isAbsent(given) ? [] : given, listOf(z.unknown(), 0, MAX_EXITS));
  return (list ?? []).flatMap((exit, index) => readExit(reading, ['exits', index], exit) ?? []);
}

function readExit(reading: Reading, path: Path, given: unknown): Exit | undefined {
  const is = readType(reading, path, given, ['event', 'segment']);
  if (is === 'event') {
    const read = reading.keys(path, given, { type, ...rulesOf(EXIT_FIELDS.event) }, 'an exit of type event');
    judgeWhere(reading, path, given);
    if (!read) return undefined;
    referToEvent(reading, [...path, 'name'], read.name);
    return { type: is, name: read.name, ...(read.where && { where: read.where }), goal: read.goal ?? false };
  }
  if (is === undefined) return undefined;
  const read = reading.keys(path, given, { type, ...rulesOf(EXIT_FIELDS.segment) }, 'an exit of type segment');
  const group = readConditions(reading, [...path, 'if'], isObject(given) ? given.if : undefined, false);
  return read && { type: is, if: group, goal: read.goal ?? false };
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
