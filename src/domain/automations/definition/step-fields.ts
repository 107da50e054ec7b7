import { z } from 'zod';
import { senderAddress } from '../../../validation/email.ts';
import { idRule } from '../../../validation/id.ts';
import { type Json, jsonProblem } from '../../../validation/json.ts';
import { filled, isBlank, oneLine } from '../../../validation/text.ts';
import { webAddress } from '../../../validation/web-address.ts';
import { tagName } from '../../audience/tags.ts';
import { byDefault, type Form, listed, scalar } from '../../segments/value.ts';
import { apart, type Fields, maybe, maybeApart, maybeText } from './declared.ts';
import type { StepType } from './definition.ts';
import { EVENT_FORM, time, WEEKDAYS, WINDOW_FORM, yes } from './shared-fields.ts';
import { BRANCHES_FORM } from './split-fields.ts';
import { shift, waiting } from './waiting.ts';

const MAX_TAGS = 100;
const MAX_BODY_CHARACTERS = 65_536;

/** Where a wait ends at a time of day. */
export const UNTIL_FIELDS = { time: time('The time of day, such as 09:00.'), weekdays: WEEKDAYS };

const UNTIL: Form = {
  is: 'record',
  name: 'WaitUntil',
  isNamed: true,
  description: "The next time of day in the person's time zone.",
  fields: UNTIL_FIELDS,
};

const OWN_WINDOW: Form = {
  is: 'either',
  name: 'StepSendWindow',
  description: "Overrides the automation's send window.",
  kinds: { hours: WINDOW_FORM, anyTime: null },
};

const isAbsent = (value: unknown): boolean => value === undefined || isBlank(value);

const attributeValue = {
  schema: z.custom<Json>((value) => !isAbsent(value) && !jsonProblem(value), {
    error: ({ input }) => (isAbsent(input) ? 'is required. Send null to remove the attribute.' : jsonProblem(input)),
  }),
  form: {
    is: 'either',
    name: 'AttributeValue',
    description: 'The value, or its removal.',
    kinds: {
      text: { is: 'scalar', scalar: 'String' },
      number: { is: 'scalar', scalar: 'Float' },
      boolean: { is: 'scalar', scalar: 'Boolean' },
      remove: null,
    },
  } satisfies Form,
};

const tooLong = (body: unknown): boolean => body !== undefined && JSON.stringify(body).length > MAX_BODY_CHARACTERS;

const webhookBody = z.unknown().superRefine((body, context) => {
  const problem =
    jsonProblem(body) ?? (tooLong(body) ? `must not be greater than ${MAX_BODY_CHARACTERS} characters.` : undefined);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

const TAGS = { tags: listed(scalar('String', tagName(), 'Names of tags.'), 1, MAX_TAGS) };
const LIST = { list: scalar('ID', idRule('a list'), 'The id of a list.') };
const CONDITIONS = apart({ is: 'conditions', description: 'The conditions.' });
const BRANCHES = {
  then: maybeApart({ is: 'steps', description: 'The steps if it does.' }),
  else: maybeApart({ is: 'steps', description: 'The steps if it does not.' }),
};

/** The keys of each type of step, besides its id and type. */
export const STEP_FIELDS = {
  send: {
    template: scalar('String', filled(255), 'The name or id of the template.'),
    subject: maybeText(oneLine(998), "The subject, with Liquid. Default: the template's."),
    from_email: maybeText(senderAddress(), "The sender's address. Default: the list's, or the team's.", 'EmailAddress'),
    from_name: maybeText(oneLine(255), "The sender's name."),
    tracking: byDefault(true, yes('Whether opens and clicks are tracked. Default: true.')),
    transactional: byDefault(
      false,
      yes('Whether the e-mail is sent to people who are not subscribed, too. Default: false.'),
    ),
    strict: yes('Whether a missing variable fails the e-mail. Default: as the template says.'),
    send_window: maybeApart(OWN_WINDOW),
  },
  wait: {
    for: maybe(scalar('Duration', waiting(), 'How long to wait, such as PT4H.')),
    until: maybeApart(UNTIL),
    until_attribute: maybe(scalar('String', filled(64), 'The key of a date field, or subscribed_at.')),
    offset: maybe(scalar('Duration', shift(), 'With a date: the time before (-P7D) or after it. Default: P0D.')),
    time: maybe(time('With a date: the time of day.')),
  },
  wait_for: {
    event: apart(EVENT_FORM),
    timeout: scalar('Duration', waiting(), 'The longest wait, such as P3D.'),
    ...BRANCHES,
  },
  condition: { if: CONDITIONS, ...BRANCHES },
  split: { branches: apart(BRANCHES_FORM) },
  add_tags: TAGS,
  remove_tags: TAGS,
  set_attribute: { key: scalar('String', filled(64), 'The key of a contact field.'), value: attributeValue },
  subscribe: LIST,
  unsubscribe: LIST,
  webhook: {
    url: scalar('URL', webAddress('https://shop.example/hook'), 'The address of the request.'),
    body: {
      schema: webhookBody,
      form: { is: 'scalar', scalar: 'JSON', description: 'JSON with Liquid in its texts.' },
      optional: true,
    },
  },
  exit: {},
} satisfies Record<StepType, Fields>;

/** What each type of step does. */
export const STEP_DESCRIPTIONS: Readonly<Record<StepType, string>> = {
  send: 'Sends an e-mail.',
  wait: 'Waits: exactly one of `for`, `until` and `untilAttribute`.',
  wait_for: 'Waits for an event of the person. Branches: `then` if it happens before the timeout, otherwise `else`.',
  condition: 'Checks conditions. Branches: `then` if they match, otherwise `else`.',
  split: 'Assigns people to branches at random.',
  add_tags: 'Adds tags to the subscription.',
  remove_tags: 'Removes tags from the subscription.',
  set_attribute: 'Sets or removes an attribute of the subscription.',
  subscribe: 'Subscribes the person to a list.',
  unsubscribe: 'Unsubscribes the person from a list.',
  webhook: 'Sends a request to an address of yours.',
  exit: 'Ends the run.',
};
