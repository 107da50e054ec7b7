import { createHash } from 'node:crypto';

/** The id of the list in examples. Requests that name a list use it as is. */
export const EXAMPLE_ID = '01a1fe1c-74fd-718b-9e41-478b8cb0f072';

/** Nouns of components and fields that are called otherwise elsewhere. */
const OTHERWISE: Readonly<Record<string, string>> = {
  api_token: 'token',
  audit_log_entry: 'entry',
  automation_run: 'run',
  campaign_message: 'message',
  contact_field: 'field',
  mailing_list: 'list',
  outbox_message: 'message',
  sending_domain: 'domain',
  sent_campaign: 'campaign',
  subscriber_import: 'import',
  tracked_event: 'event',
  transactional_mail: 'mail',
  winner: 'campaign_variant',
};

const nounOf = (words: string): string => {
  const noun = words
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase()

    .replace(/^(create|duplicate|get|person|recorded|rotate|updated)_(?=.)/, '')
    .replace(
      /_ids?$|_(result|response|summary|with_steps|with_payload|with_secret|with_content|with_sign_up_counts)$|(?<=[^s])s$/g,
      '',
    );
  return OTHERWISE[noun] ?? noun;
};

/**
 * The id of an object in the examples: the same wherever that object appears. `name`: the field with the id. `owner`: the component
 * or field of the object that has the field, for a field named `id`.
 */
export function exampleId(name: string, owner = ''): string {
  const noun = nounOf(name === 'id' ? owner : name);
  if (noun === 'list' || noun === '') return EXAMPLE_ID;
  const hash = createHash('sha256').update(noun).digest('hex');
  return `${EXAMPLE_ID.slice(0, 15)}${hash.slice(0, 3)}-9${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}
