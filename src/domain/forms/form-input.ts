import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { parseUrl } from '../../network/parse-url.ts';
import { idRule } from '../../validation/id.ts';
import { locale } from '../../validation/locale.ts';
import { whole } from '../../validation/number.ts';
import { filled, listOf, oneLine, oneOf, optionalText, record, text, yesOrNo } from '../../validation/text.ts';
import { webAddress } from '../../validation/web-address.ts';
import { tagName } from '../audience/tags.ts';
import { FORM_DESIGNS, FORM_KINDS } from './kinds.ts';

const MAX_FIELDS = 30;
const MAX_HOSTS = 50;

/** A host name in ASCII, with a port unless it is the default. */
const HOST = /^(?=.{1,253}(:|$))[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*(:\d{1,5})?$/;
const NO_HOST = 'must be the host of a website, such as www.shop.example, without https:// and without a path.';

const siteHost = () =>
  filled(255).transform((value, context) => {
    const [name = '', ...port] = value.split(':');
    const host = [/[\s\p{C}%/\\?#@]/u.test(name) ? '' : domainToASCII(name), ...port].join(':');
    const url = HOST.test(host) ? parseUrl(`https://${host}`) : undefined;
    if (url) return url.host;
    context.addIssue({ code: 'custom', message: NO_HOST });
    return z.NEVER;
  });

const formField = record({
  field: filled(64),
  label: optionalText(oneLine(255)),
  required: yesOrNo().nullish(),
  hidden: yesOrNo().nullish(),
  value: optionalText(text(5_000)),
}).transform(({ field, label, required, hidden, value }) => ({
  field,
  label: label ?? null,
  required: required ?? false,
  hidden: hidden ?? false,
  value: value ?? null,
}));

/**
 * A field of a form besides the address: `field` is `first_name`, `last_name` or the key of a contact field. A hidden field
 * is not shown: each sign-up gets `value`.
 */
export type FormField = z.output<typeof formField>;

const formFields = listOf(formField, 0, MAX_FIELDS).superRefine((fields, context) => {
  const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
  const seen = new Set<string>();
  for (const [index, { field, hidden, value }] of fields.entries()) {
    if (seen.has(field)) refuse([index, 'field'], 'is given twice.');
    if (hidden && value === null) refuse([index, 'value'], 'is required, because the field is hidden.');
    if (!hidden && value !== null) refuse([index, 'value'], 'can only be given for a hidden field.');
    seen.add(field);
  }
});

export const formInput = record({
  listId: idRule('a list'),
  name: filled(255),
  kind: oneOf(FORM_KINDS).nullish(),
  design: oneOf(FORM_DESIGNS).nullish(),
  openAfterSeconds: whole(0, 3_600).nullish(),
  openAfterPercent: whole(1, 100).nullish(),
  openOnLeave: yesOrNo().nullish(),
  repeatAfterDays: whole(0, 365).nullish(),
  title: optionalText(oneLine(255)),
  text: optionalText(filled(5_000)),
  button: optionalText(oneLine(100)),
  fields: formFields.nullish(),
  tags: listOf(tagName(), 0, 100).nullish(),
  consentText: optionalText(filled(5_000)),
  keepAddress: yesOrNo().nullish(),
  successTitle: optionalText(oneLine(255)),
  successText: optionalText(filled(5_000)),
  redirectUrl: optionalText(webAddress('https://www.shop.example/welcome')),
  hosts: listOf(siteHost(), 0, MAX_HOSTS).nullish(),
  locale: optionalText(locale()),
  proofOfWork: yesOrNo().nullish(),
  refuseDisposable: yesOrNo().nullish(),
});

export const formChange = formInput.partial({ listId: true, name: true });
