import type { Issue } from '../../../errors.ts';
import type { Json } from '../../../validation/json.ts';
import { FIELD_KEY, RESERVED, RESERVED_KEYS, readAttributes } from '../../audience/attributes.ts';
import { slugOf } from '../../audience/tags.ts';
import { NO_TEMPLATE } from '../../content/template-references.ts';
import type { Path, Reading } from './reading.ts';

const missing = (isThere: boolean, path: Path, problem: string): Issue[] => (isThere ? [] : [{ path, problem }]);

/** Refers to a template by its name, as campaigns do. */
export const referToTemplate = (reading: Reading, path: Path, name: string): void =>
  reading.later('templates', name, ({ templates }) => missing(templates.has(name), path, NO_TEMPLATE));

export const referToList = (reading: Reading, path: Path, id: string): void =>
  reading.later('lists', id, ({ lists }) => missing(lists.has(id), path, 'must be the id of a list.'));

export const referToCampaign = (reading: Reading, path: Path, id: string): void =>
  reading.later('campaigns', id, ({ campaigns }) => missing(campaigns.has(id), path, 'must be the id of a campaign.'));

/** Refers to a segment of the automation's list, or of any list if the automation has none. */
export const referToSegment = (reading: Reading, path: Path, id: string, listId: string | null): void =>
  reading.later('segments', id, ({ segments }) => {
    const list = segments.get(id);
    const fits = list !== undefined && (listId === null || list === listId);
    return missing(fits, path, `must be the id of a segment${listId === null ? '' : ' of the list'}.`);
  });

/** Refers to a tag, which need not exist: nobody has it then. */
export const referToTag = (reading: Reading, path: Path, name: string): void =>
  reading.doubt('tags', name, ({ tags }) =>
    missing(
      tags.has(slugOf(name)),
      path,
      `The tag "${name}" does not exist. It is created when the automation is activated, or saved while active.`,
    ),
  );

/** Refers to an event, which need not have been recorded yet. */
export const referToEvent = (reading: Reading, path: Path, name: string): void =>
  reading.doubt('events', name, ({ events }) =>
    missing(events.has(name), path, `No event "${name}" has been recorded yet.`),
  );

/** Refers to a date: `subscribed_at`, a contact field of type date, or an undeclared key. */
export function referToDate(reading: Reading, path: Path, key: string): void {
  if (key === 'subscribed_at') return;
  if (!isKey(reading, path, key)) return;
  reading.later('fields', key, ({ fields }) =>
    missing((fields.get(key) ?? 'date') === 'date', path, 'must be a contact field of type date, or subscribed_at.'),
  );
  reading.doubt('fields', key, ({ fields }) =>
    missing(
      fields.has(key),
      path,
      `The contact field "${key}" does not exist. People have no date until you create it with type date.`,
    ),
  );
}

/**
 * Refers to an attribute and a value that fits its type. `keep` gets the value in stored form. Null removes the attribute.
 */
export function referToAttribute(
  reading: Reading,
  path: Path,
  given: { key: string; value: Json },
  keep: (value: Json) => void,
): void {
  const { key, value } = given;
  if (!isKey(reading, [...path, 'key'], key) || value === null) return;
  reading.later('fields', key, ({ fields }) => {
    const { values, issues } = readAttributes({ [key]: value }, fields);
    if (issues.length === 0) keep(values[key] as Json);
    return issues.map(({ problem }) => ({ path: [...path, 'value'], problem }));
  });
}

function isKey(reading: Reading, path: Path, key: string): boolean {
  const isReserved = RESERVED_KEYS.has(key);
  if (isReserved) reading.complain(path, RESERVED);
  else if (!FIELD_KEY.test(key)) reading.complain(path, 'must be the key of a contact field.');
  return !isReserved && FIELD_KEY.test(key);
}
