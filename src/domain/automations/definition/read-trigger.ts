import { z } from 'zod';
import { rulesOf } from './declared.ts';
import type { Trigger, TriggerOf } from './definition.ts';
import { judgeWhere } from './judge-values.ts';
import { readType } from './read-parts.ts';
import type { Reading } from './reading.ts';
import { referToCampaign, referToDate, referToEvent, referToSegment, referToTag, referToTemplate } from './refer.ts';
import { MAX_AGE, MORNING, NO_OFFSET, TRIGGER_FIELDS } from './trigger-fields.ts';

const TYPES = Object.keys(TRIGGER_FIELDS) as [Trigger['type'], ...Trigger['type'][]];

const PATH = ['trigger'];

const type = z.unknown();

/** Reads the trigger. Undefined, with an issue, if it is invalid. */
export function readTrigger(reading: Reading, given: unknown, listId: string | null): Trigger | undefined {
  const type = readType(reading, PATH, given, TYPES);
  reading.trigger = type;
  return type && readOf(type, reading, given, listId);
}

const readOf = <Type extends Trigger['type']>(type: Type, reading: Reading, given: unknown, listId: string | null) =>
  READ[type](reading, given, { type, listId });

interface About<Type> {
  type: Type;
  listId: string | null;
}

const READ: {
  [Type in Trigger['type']]: (reading: Reading, given: unknown, about: About<Type>) => TriggerOf<Type> | undefined;
} = {
  event: (reading, given) => {
    const read = readKeys(reading, given, 'event');
    judgeWhere(reading, PATH, given, 'trigger');
    if (!read) return undefined;
    referToEvent(reading, [...PATH, 'name'], read.name);
    return {
      type: 'event',
      name: read.name,
      ...(read.where && { where: read.where }),
      max_age: read.max_age ?? MAX_AGE,
    };
  },
  subscribed: readListTrigger,
  confirmed: readListTrigger,
  unsubscribed: readListTrigger,
  tag_added: readTagTrigger,
  tag_removed: readTagTrigger,
  segment_entered: readSegmentTrigger,
  segment_left: readSegmentTrigger,
  date: (reading, given) => {
    const read = readKeys(reading, given, 'date');
    if (!read) return undefined;
    referToDate(reading, [...PATH, 'field'], read.field);
    const { field, offset, at, every_year } = read;
    return { type: 'date', field, offset: offset ?? NO_OFFSET, at: at ?? MORNING, every_year: every_year ?? false };
  },
  opened: (reading, given) => {
    const read = readKeys(reading, given, 'opened');
    return read && namesOneMail(reading, read) ? { ...read, type: 'opened' as const } : undefined;
  },
  clicked: (reading, given) => {
    const read = readKeys(reading, given, 'clicked');
    return read && namesOneMail(reading, read) ? { ...read, type: 'clicked' as const } : undefined;
  },
  api: (reading, given) => readKeys(reading, given, 'api') && { type: 'api' },
};

const readKeys = <Type extends Trigger['type']>(reading: Reading, given: unknown, of: Type) =>
  reading.keys(PATH, given, { type, ...rulesOf(TRIGGER_FIELDS[of]) }, `a trigger of type ${of}`);

function readListTrigger<Type extends 'subscribed' | 'confirmed' | 'unsubscribed'>(
  reading: Reading,
  given: unknown,
  about: About<Type>,
) {
  const read = readKeys(reading, given, about.type as 'subscribed');
  if (about.listId === null) reading.complain(['listId'], `is required with a trigger of type ${about.type}.`);
  return read && { type: about.type, imports: read.imports ?? false };
}

function readTagTrigger<Type extends 'tag_added' | 'tag_removed'>(
  reading: Reading,
  given: unknown,
  about: About<Type>,
) {
  const read = readKeys(reading, given, about.type as 'tag_added');
  if (!read) return undefined;
  referToTag(reading, [...PATH, 'tag'], read.tag);
  return { type: about.type, tag: read.tag, imports: read.imports ?? false };
}

function readSegmentTrigger<Type extends 'segment_entered' | 'segment_left'>(
  reading: Reading,
  given: unknown,
  about: About<Type>,
) {
  const read = readKeys(reading, given, about.type as 'segment_left');
  if (!read) return undefined;
  referToSegment(reading, [...PATH, 'segment'], read.segment, about.listId);
  return { type: about.type, segment: read.segment, include_existing: read.include_existing ?? false };
}

/** Either a campaign or a template. */
function namesOneMail(reading: Reading, { campaign, template }: { campaign?: string; template?: string }): boolean {
  if (campaign === undefined && template === undefined)
    reading.complain([...PATH, 'campaign'], 'is required, unless template is given.');
  if (campaign !== undefined && template !== undefined) {
    reading.complain([...PATH, 'template'], 'cannot be used together with campaign.');
  }
  if (campaign !== undefined) referToCampaign(reading, [...PATH, 'campaign'], campaign);
  if (template !== undefined) referToTemplate(reading, [...PATH, 'template'], template);
  return (campaign === undefined) !== (template === undefined);
}
