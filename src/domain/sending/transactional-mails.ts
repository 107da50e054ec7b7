import { ConflictError, ValidationError } from '../../errors.ts';
import type { Prisma, TransactionalMail } from '../../generated/prisma/client.ts';
import { isId, newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { parse } from '../../validation/validate.ts';
import { liquidIssues } from '../content/check-liquid.ts';
import { findTemplate } from '../content/templates.ts';
import { found, idOf } from '../found.ts';
import { refuseErased } from '../privacy/erased.ts';
import { withoutErasing } from '../privacy/erasure-lock.ts';
import { transportIssues } from '../transports/choose.ts';
import { mailInput } from './mail-input.ts';

export type { TransactionalMail };

export const MAIL_STATUSES = ['pending', 'sent', 'failed'] as const;

/** Logs a mail as pending; a worker sends it. Throws ValidationError, also when a recipient was erased. */
export async function sendTransactionalMail(scope: Scope, input: unknown): Promise<TransactionalMail> {
  const { from, template: name, ...mail } = parse(mailInput, input);
  const template = await findTemplate(scope, name);
  const sender = from ? { fromEmail: from, fromName: null } : await senderOfTeam(scope);
  const issues = [
    ...(await liquidIssues(['subject'], mail.subject, scope.team.id)),
    ...(template ? [] : [{ path: ['template'], problem: 'must be the name of a template.' }]),
    ...(await transportIssues(scope, mail.transportId)),
    ...(sender ? [] : [{ path: ['from'], problem: 'is required, because the team has no default sender.' }]),
  ];
  if (issues.length > 0 || !template || !sender) throw new ValidationError(issues);
  return logMail(scope, {
    ...sender,
    template: template.name,
    templateId: template.id,
    subjectSource: mail.subject ?? null,
    to: mail.to,
    cc: mail.cc ?? [],
    bcc: mail.bcc ?? [],
    replyTo: mail.replyTo ?? null,
    headers: mail.headers ?? {},
    variables: mail.variables ?? {},
    attachments: mail.attachments ?? [],
    locale: mail.locale ?? null,
    tracking: mail.tracking ?? true,
    transportId: mail.transportId ?? null,
  });
}

/** Logs a new mail to the same recipients with the same variables and language. Throws NotFoundError, ConflictError. */
export async function resendTransactionalMail(scope: Scope, id: unknown): Promise<TransactionalMail> {
  const mail = await readTransactionalMail(scope, id);
  if (mail.erasedAt) throw new ConflictError('The mail cannot be sent again. Its content was erased with a person.');
  const { template, templateId, subjectSource, fromEmail, fromName, to, cc, bcc, replyTo, locale, ...rest } = mail;
  const { tracking, transportId, ...json } = rest;
  const { headers, variables, attachments } = json as { [key: string]: Prisma.InputJsonValue };
  return logMail(scope, {
    ...{
      template,
      templateId,
      subjectSource,
      fromEmail,
      fromName,
      to,
      cc,
      bcc,
      replyTo,
      locale,
      tracking,
      transportId,
    },
    ...{ headers: headers ?? {}, variables: variables ?? {}, attachments: attachments ?? [] },
  });
}

/** Returns one mail. Throws NotFoundError. */
export async function readTransactionalMail(scope: Scope, id: unknown): Promise<TransactionalMail> {
  const where = { teamId_id: { teamId: scope.team.id, id: idOf(id) } };
  return found(await scope.db.transactionalMail.findUnique({ where }));
}

/** Returns the team's mails with these ids, without their attachments (megabytes each), in one statement. */
export async function readTransactionalMails(scope: Scope, ids: readonly string[]): Promise<TransactionalMail[]> {
  const where = { teamId: scope.team.id, id: { in: ids.filter(isId) } };
  const mails = await scope.db.transactionalMail.findMany({ where, omit: { attachments: true } });
  return mails.map((mail) => ({ ...mail, attachments: [] }));
}

type NewMail = Omit<Prisma.TransactionalMailUncheckedCreateInput, 'teamId' | 'id' | 'recipients'> & {
  to: string[];
  cc: string[];
  bcc: string[];
};

/** The mail, its message in the ledger and both notices commit together, so a mail that was answered will be sent. */
function logMail(scope: Scope, mail: NewMail): Promise<TransactionalMail> {
  return transaction(scope, async (scope) => {
    await withoutErasing(scope);
    await refuseErased(scope, addressesOf(mail));
    const recipients = [...new Set([...mail.to, ...mail.cc, ...mail.bcc])];
    const ids = { teamId: scope.team.id, id: newId() };
    const logged = await scope.db.transactionalMail.create({ data: { ...mail, ...ids, recipients } });
    await scope.db.message.create({ data: { ...ids, kind: 'transactional', mailId: ids.id } });
    await scope.publish({ topic: 'mail.status', ...ids, status: 'pending' }, { topic: 'mail.queued' });
    return logged;
  });
}

/** The addresses of other people, with the paths of their fields. */
const addressesOf = ({ to, cc, bcc, replyTo }: NewMail) => [
  ...Object.entries({ to, cc, bcc }).flatMap(([name, emails]) =>
    emails.map((email, index) => ({ path: [name, index], email })),
  ),
  ...(replyTo ? [{ path: ['replyTo'], email: replyTo }] : []),
];

async function senderOfTeam(scope: Scope) {
  const team = await scope.db.team.findUnique({ where: { id: scope.team.id } });
  return team?.fromEmail ? { fromEmail: team.fromEmail, fromName: team.fromName } : undefined;
}
