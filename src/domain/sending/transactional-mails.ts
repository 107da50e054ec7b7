import { columnsOf } from '../../database/columns.ts';
import { run, sql } from '../../database/connect.ts';
import { ConflictError, type Issue, ValidationError } from '../../errors.ts';
import type { TransactionalMail } from '../../generated/prisma/client.ts';
import { type Scope, transaction } from '../../scope.ts';
import { parse } from '../../validation/validate.ts';
import { sourceOf } from '../content/rendering/template-source.ts';
import { readTemplate, readTemplates } from '../content/templates.ts';
import { found, idOf } from '../found.ts';
import { readTeam } from '../platform/team-settings.ts';
import { LINGER_MS, shareCalls } from '../share-calls.ts';
import { logMails, type MailOutcome, type NewMail, OF_NO_RUN } from './log-mails.ts';
import { mailInput } from './mail-input.ts';
import { renderSubjects } from './mail-subject.ts';
import { prepareMails } from './prepare-mails.ts';

export type { TransactionalMail };

export const MAIL_STATUSES = ['pending', 'sent', 'failed'] as const;

/** Logs a mail as pending; a worker sends it. Throws ValidationError, including if a recipient was erased. */
export async function sendTransactionalMail(
  scope: Scope,
  input: unknown,
  { isTest = false } = {},
): Promise<TransactionalMail> {
  const [prepared] = (await prepareMails(scope, [input])) as [MailOutcome | { mail: NewMail }];
  return logMail(scope, 'issues' in prepared ? refuse(prepared.issues) : { ...prepared.mail, isTest });
}

/** Logs a new mail to the same recipients with the same variables and language. Throws NotFoundError, ConflictError. */
export async function resendTransactionalMail(scope: Scope, id: unknown): Promise<TransactionalMail> {
  const mail = await readTransactionalMail(scope, id);
  if (mail.erasedAt)
    throw new ConflictError('CONTENT_NOT_STORED', `${NOT_AGAIN} Its content was erased together with a person's data.`);
  if (mail.contentRemovedAt)
    throw new ConflictError('CONTENT_NOT_STORED', `${NOT_AGAIN} Its content was removed because of its age.`);
  if (mail.secretVariables.length > 0)
    throw new ConflictError('CONTENT_NOT_STORED', `${NOT_AGAIN} Its secret variables are not stored.`);
  return logMail(scope, { ...mail, ...OF_NO_RUN, subject: await subjectOf(scope, mail), sendAt: null });
}

const NOT_AGAIN = 'The e-mail cannot be resent.';

/** The current subject of the mail; without its template, the old one. */
async function subjectOf(scope: Scope, mail: TransactionalMail): Promise<string> {
  const [template] = mail.templateId ? await readTemplates(scope, [mail.templateId]) : [];
  const source = mail.subjectSource ?? (template && sourceOf(template, mail.locale).subject);
  if (source === undefined) return mail.subject;
  const { name } = await readTeam(scope);
  const [subject] = await renderSubjects(scope, name, [{ ...mail, subject: source }]);
  return subject as string;
}

/** Mails of a team that are logged at the same time share a transaction, except large ones. */
const logTogether = shareCalls<NewMail, MailOutcome>(logMails, { lingerMs: LINGER_MS });

async function logMail(scope: Scope, mail: NewMail): Promise<TransactionalMail> {
  const [logged] = (isLarge(mail) ? await logMails(scope, [mail]) : [await logTogether(scope, mail)]) as [MailOutcome];
  return 'issues' in logged ? refuse(logged.issues) : logged.mail;
}

/** In characters. A hundred mails of this size are sent to PostgreSQL as one value. */
const LARGE_CONTENT = 100_000;

/** Whether the mail has files or long content. */
const isLarge = ({ attachments, htmlSource, textSource }: NewMail): boolean =>
  (attachments as unknown[]).length > 0 || (htmlSource ?? '').length + (textSource ?? '').length > LARGE_CONTENT;

function refuse(issues: readonly Issue[]): never {
  throw new ValidationError(issues);
}

/** Returns one mail. Throws NotFoundError. */
export async function readTransactionalMail(scope: Scope, id: unknown): Promise<TransactionalMail> {
  const where = { teamId_id: { teamId: scope.team.id, id: idOf(id) } };
  return found(await scope.db.transactionalMail.findUnique({ where }));
}

const LARGE = ['attachments', 'htmlSource', 'textSource'] as const;
const COLUMNS = columnsOf('TransactionalMail', { without: LARGE });

/**
 * Returns the team's mails with these ids, without attachments and content (megabytes each), in no particular order, in one
 * statement.
 */
export async function readTransactionalMails(scope: Scope, ids: readonly string[]): Promise<TransactionalMail[]> {
  const mails = await run<Omit<TransactionalMail, (typeof LARGE)[number]>>(
    scope.db,
    sql`select ${COLUMNS} from transactional_mails
        where team_id = ${scope.team.id} and id = any(${[...ids]}::uuid[])`,
  );
  return mails.map((mail) => ({ ...mail, attachments: [], htmlSource: null, textSource: null }));
}

export const testInput = mailInput.pick({ to: true, from: true, variables: true, locale: true });

type Given = Record<'to' | 'from' | 'variables' | 'locale', unknown>;
const parts = ({ to, from, variables, locale }: Given): Given => ({ to, from, variables, locale });

/** Sends a template as a transactional mail with "[Test]" before the subject. Throws NotFoundError, ValidationError. */
export function testTemplate(scope: Scope, id: unknown, given: unknown): Promise<TransactionalMail> {
  return transaction(scope, async (scope) => {
    const template = await readTemplate(scope, id);
    const { locale } = parse(testInput, given);
    const { subject } = sourceOf(template, locale);
    const mail = { ...parts(given as Given), template: template.name };
    const own = { subject: `[Test] ${subject}`.trim().slice(0, 998) };
    return sendTransactionalMail(scope, { ...mail, ...own }, { isTest: true });
  });
}
