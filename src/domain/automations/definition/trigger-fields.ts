import { idRule } from '../../../validation/id.ts';
import { filled } from '../../../validation/text.ts';
import { webAddress } from '../../../validation/web-address.ts';
import { tagName } from '../../audience/tags.ts';
import { byDefault, scalar } from '../../segments/value.ts';
import { type Fields, maybe } from './declared.ts';
import type { Trigger } from './definition.ts';
import { EVENT_FIELDS, time, yes } from './shared-fields.ts';
import { shift, waiting } from './waiting.ts';

/** Older events start nothing, so that teams can record their history. */
export const MAX_AGE = 'P1D';
export const NO_OFFSET = 'P0D';
export const MORNING = '09:00';

const imports = byDefault(false, yes('Whether imports start runs. Default: false.'));
const LIST = { imports };
const TAG = { tag: scalar('String', tagName(), 'The name of a tag.'), imports };
const SEGMENT = {
  segment: scalar('ID', idRule('a segment'), 'The id of a segment.'),
  include_existing: byDefault(false, yes('Whether people who are in the segment on activation enter. Default: false.')),
};
const MAIL = {
  campaign: maybe(scalar('ID', idRule('a campaign'), 'The id of a campaign.')),
  template: maybe(scalar('String', filled(255), 'The name or id of a template, instead of a campaign.')),
};

/** The keys of each type of trigger, besides its type. */
export const TRIGGER_FIELDS = {
  event: {
    ...EVENT_FIELDS,
    max_age: byDefault(
      MAX_AGE,
      maybe(scalar('Duration', waiting(), 'Events that happened longer ago start nothing. Default: P1D.')),
    ),
  },
  subscribed: LIST,
  confirmed: LIST,
  unsubscribed: LIST,
  tag_added: TAG,
  tag_removed: TAG,
  segment_entered: SEGMENT,
  segment_left: SEGMENT,
  date: {
    field: scalar('String', filled(64), 'The key of a date field, or subscribed_at.'),
    offset: byDefault(
      NO_OFFSET,
      maybe(scalar('Duration', shift(), 'The time before (-P7D) or after the date. Default: P0D.')),
    ),
    at: byDefault(MORNING, maybe(time('The time of day. Default: 09:00.'))),
    every_year: byDefault(false, yes('Whether the anniversaries of the date start runs. Default: false.')),
  },
  opened: MAIL,
  clicked: {
    ...MAIL,
    url: maybe(scalar('URL', webAddress('https://shop.example/sale'), 'The clicked link. Default: any link.')),
  },
  api: {},
} satisfies Record<Trigger['type'], Fields>;

/** When each type of trigger starts a run. */
export const TRIGGER_DESCRIPTIONS: Readonly<Record<Trigger['type'], string>> = {
  event: 'An event of the person is recorded.',
  subscribed: 'A person becomes subscribed to the list.',
  confirmed: 'An unconfirmed person confirms the subscription.',
  unsubscribed: 'A person unsubscribes from the list.',
  tag_added: 'A tag is added to a subscription.',
  tag_removed: 'A tag is removed from a subscription.',
  segment_entered: 'A person starts to match a segment.',
  segment_left: 'A person stops matching a segment.',
  date: 'A date of the person arrives.',
  opened: 'A person opens an e-mail of a campaign or template.',
  clicked: 'A person clicks a link in an e-mail of a campaign or template.',
  api: 'Only `enterAutomation` starts runs.',
};
