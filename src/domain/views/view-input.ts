import { idRule } from '../../validation/id.ts';
import { listOf, oneLine, oneOf, optionalText, record, text } from '../../validation/text.ts';
import { day, writtenDay } from '../../validation/time.ts';
import { SUBSCRIBER_STATUSES } from '../audience/subscribers.ts';
import { SUBSCRIBER_SOURCES } from '../segments/subscriber-filter.ts';

export const VIEW_SORTS = ['newest', 'oldest', 'email', 'email_descending'] as const;

const dayText = () => day(1970).transform(writtenDay).nullish();

/** The rules of a view. */
export const viewInput = record({
  name: oneLine(60),
  listId: idRule('a list').nullish(),
  segmentId: idRule('a segment').nullish(),
  importId: idRule('an import').nullish(),
  search: optionalText(text(255)),
  status: oneOf(SUBSCRIBER_STATUSES).nullish(),
  tag: optionalText(text(100)),
  source: oneOf(SUBSCRIBER_SOURCES).nullish(),
  field: optionalText(text(64)),
  fieldValue: optionalText(text(512)),
  since: dayText(),
  until: dayText(),
  sort: oneOf(VIEW_SORTS).nullish(),
  columns: listOf(oneLine(100), 0, 500).nullish(),
});

export const viewChange = viewInput.partial();
