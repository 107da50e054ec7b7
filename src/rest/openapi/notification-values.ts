import type { JsonSchema } from './json-schema.ts';

const TEXT: JsonSchema = { type: ['string', 'null'] };

const orNull = (values: readonly string[]): JsonSchema => ({
  anyOf: [{ type: 'string', enum: values }, { type: 'null' }],
});

/** The data of notifications that is not an object, by key. */
export const NOTIFIED_VALUES: Readonly<Record<string, JsonSchema>> = {
  bounce: { ...orNull(['hard', 'soft']), description: 'How lasting the bounce is. Null if unknown.' },
  email: {
    type: ['string', 'null'],
    format: 'idn-email',
    minLength: 3,
    maxLength: 254,
    description: 'The e-mail address of the person. Null if it was erased.',
  },
  reason: { ...TEXT, description: 'The words of the mail server or provider. Null if it gave no reason.' },
  url: { ...TEXT, format: 'iri', description: 'The clicked link. Null if it was removed because of its age.' },
  verdict: {
    ...orNull(['human', 'proxy', 'scanner']),
    description: 'Whether a person or a machine did it. Null if unknown.',
  },
};

/** What the objects of notifications are, by key. */
export const NOTIFIED_OBJECTS: Readonly<Record<string, string>> = {
  campaign: 'The campaign.',
  conversion: 'The conversion.',
  event: 'The event.',
  import: 'The import.',
  mail: 'The transactional e-mail. Null for an e-mail of a campaign or automation.',
  message: 'The e-mail of a campaign or automation. Null for a transactional e-mail.',
  run: 'The run of the person.',
  segment: 'The segment.',
  sending_domain: 'The sending domain.',
  subscriber: 'The subscriber.',
  suppression: 'The suppression.',
  transport: "The transport. Null for the installation's own.",
};
