import type { Issue } from '../../errors.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import type { Mailbox } from '../../validation/mailbox.ts';
import { liquidIssues } from '../content/check-liquid.ts';
import { sourceOf } from '../content/rendering/template-source.ts';
import { referred } from '../content/template-references.ts';
import { templateProblems } from '../content/unknown-templates.ts';
import { transportIssues } from '../transports/choose.ts';
import { type NewMail, OF_NO_CAMPAIGN, OF_NO_RUN } from './log-mails.ts';
import { type MailContext, readMailContext } from './mail-context.ts';
import { type MailInput, validateMail } from './mail-input.ts';
import { renderSubjects } from './mail-subject.ts';
import { lackingIn } from './missing-in-mail.ts';
import { maskedVariables } from './secret-variables.ts';

type Refused = { issues: readonly Issue[] };

/** A mail that can be logged, or the issues of the input. */
export type PreparedMail = { mail: NewMail } | Refused;

/** The team's data that mails may refer to. */
interface Surroundings extends MailContext {
  /** An issue for each transport id that does not belong to the team. */
  noTransport: ReadonlyMap<string, Issue>;
  /** The problem of each unknown template. */
  noTemplate: ReadonlyMap<string, string>;
}

/**
 * Validates the inputs of mails, each on its own, and renders their subjects. Returns the results in order. A fixed number
 * of statements for any number of mails, and a few more for one that is strict, or whose addresses lack a variable.
 */
export async function prepareMails(scope: Scope, inputs: readonly unknown[]): Promise<PreparedMail[]> {
  const now = scope.now();
  const read = inputs.map((input) => validateMail(input, now));
  const valid = read.flatMap((one) => ('value' in one ? [one.value] : []));
  if (valid.length === 0) return read.flatMap((one) => ('issues' in one ? [one] : []));
  const surroundings = await readSurroundings(scope, valid);
  const accepted = await Promise.all(
    read.map((one) => ('value' in one ? accept(scope, one.value, surroundings) : one)),
  );
  const mails = accepted.flatMap((one) => ('mail' in one ? [one.mail] : []));
  const shown = mails.map((mail) => ({ ...mail, variables: maskedVariables(mail) }));
  const subjects = await renderSubjects(scope, surroundings.teamName, shown);
  for (const [index, mail] of mails.entries()) mail.subject = subjects[index] as string;
  return Promise.all(accepted.map((one) => ('mail' in one ? withoutLack(scope, one.mail, surroundings) : one)));
}

/** Refuses a strict mail that lacks a variable, and stores the warnings for the sender. */
async function withoutLack(scope: Scope, mail: NewMail, { templates }: Surroundings): Promise<PreparedMail> {
  const { issues, warnings } = await lackingIn(scope, mail, templates.get(mail.template));
  return issues.length > 0 ? { issues } : { mail: { ...mail, warnings } };
}

async function readSurroundings(scope: Scope, mails: readonly MailInput[]): Promise<Surroundings> {
  const names = new Set(mails.flatMap(({ template }) => template ?? []));
  const transports = new Set(mails.flatMap(({ transportId }) => transportId ?? []));
  const context = await readMailContext(scope, [...names]);
  const noTemplate = await templateProblems(
    scope,
    [...names].filter((name) => !referred(context.templates, name)),
  );
  return { ...context, noTemplate, noTransport: await transportIssues(scope, [...transports]) };
}

/** The mail with the source of its subject, if everything it refers to exists. */
async function accept(
  scope: Scope,
  mail: MailInput,
  { sender, templates, noTransport, noTemplate }: Surroundings,
): Promise<PreparedMail> {
  const template = mail.template ? referred(templates, mail.template) : undefined;
  const from = mail.from ? { fromEmail: mail.from.email, fromName: mail.from.name } : sender;
  const sources = (['subject', 'html', 'text'] as const).map((part) => liquidIssues([part], mail[part], scope.team.id));
  const issues: Issue[] = [
    ...(await Promise.all(sources)).flat(),
    ...(noTemplate.has(mail.template ?? '')
      ? [{ path: ['template'], problem: noTemplate.get(mail.template ?? '') as string }]
      : []),
    ...(noTransport.has(mail.transportId ?? '') ? [noTransport.get(mail.transportId ?? '') as Issue] : []),
    ...(from ? [] : [{ path: ['from'], problem: 'is required, because the team has no default sender.' }]),
  ];
  if (issues.length > 0 || !from) return { issues };
  const subject = mail.subject ?? (template ? sourceOf({ ...template, html: '' }, mail.locale).subject : '');
  const fromName = mail.fromName ?? from.fromName;
  return {
    mail: {
      ...newMail(mail),
      ...from,
      fromName,
      template: template?.name ?? '',
      templateId: template?.id ?? null,
      subject,
    },
  };
}

const newMail = (mail: MailInput) => ({
  subjectSource: mail.subject ?? null,
  htmlSource: mail.html ?? null,
  textSource: mail.text ?? null,
  to: mail.to.map(({ email }) => email),
  cc: addressesOf(mail.cc),
  bcc: addressesOf(mail.bcc),
  replyTo: addressesOf(mail.replyTo).join() || null,
  names: namesOf([...mail.to, ...(mail.cc ?? []), ...(mail.bcc ?? []), ...(mail.replyTo ?? [])]),
  headers: mail.headers ?? {},
  variables: (mail.variables ?? {}) as Prisma.JsonObject,
  attachments: (mail.attachments ?? []) as unknown as Prisma.JsonArray,
  locale: mail.locale ?? null,
  // A counted link is stored as it is, and may contain a secret.
  tracking: mail.tracking ?? (mail.secretVariables ?? []).length === 0,
  secretVariables: [...new Set(mail.secretVariables ?? [])],
  strict: mail.strict ?? null,
  warnings: [],
  transportId: mail.transportId ?? null,
  sendAt: mail.sendAt ?? null,
  ...OF_NO_CAMPAIGN,
  ...OF_NO_RUN,
});

const addressesOf = (mailboxes: readonly Mailbox[] | null | undefined): string[] =>
  (mailboxes ?? []).map(({ email }) => email);

const namesOf = (mailboxes: readonly Mailbox[]): Record<string, string> =>
  Object.fromEntries(mailboxes.flatMap(({ email, name }) => (name === null ? [] : [[email, name]])));
