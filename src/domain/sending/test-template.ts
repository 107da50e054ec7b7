import { type Scope, transaction } from '../../scope.ts';
import { parse } from '../../validation/validate.ts';
import { sourceOf } from '../content/rendering/template-source.ts';
import { readTemplate } from '../content/templates.ts';
import { mailInput } from './mail-input.ts';
import { sendTransactionalMail, type TransactionalMail } from './transactional-mails.ts';

const input = mailInput.pick({ to: true, from: true, variables: true, locale: true });

type Given = Record<'to' | 'from' | 'variables' | 'locale', unknown>;
const parts = ({ to, from, variables, locale }: Given): Given => ({ to, from, variables, locale });

/** Sends a template as a transactional mail with "[Test]" before the subject. Throws NotFoundError, ValidationError. */
export function testTemplate(scope: Scope, id: unknown, given: unknown): Promise<TransactionalMail> {
  return transaction(scope, async (scope) => {
    const template = await readTemplate(scope, id);
    const { locale } = parse(input, given);
    const { subject } = sourceOf(template, locale);
    const mail = { ...parts(given as Given), template: template.name };
    const own = { subject: `[Test] ${subject}`.trim().slice(0, 998) };
    return sendTransactionalMail(scope, { ...mail, ...own }, { isTest: true });
  });
}
