import { run, type Sql, sql } from '../../database/connect.ts';
import { personKey } from '../../ids.ts';
import type { Notice } from '../../live/pubsub.ts';
import type { Scope } from '../../scope.ts';
import { type ErasedReaction, keepCounts } from './keep-counts.ts';

const REASON = 'A recipient was erased before the e-mail was sent.';

/**
 * Erases an address from the team's mails, and the content of these mails: subject, variables, attachments, headers,
 * language. Other recipients, times, status and counters stay. Pending mails are not sent. `wasKnown`: the address was
 * still stored, so this is the first erasure.
 */
export async function eraseMails(scope: Scope, email: string, wasKnown: boolean): Promise<void> {
  const team = scope.team.id;
  // The ledger before the mails, in the order in which workers lock. A worker that is sending finds nothing to settle.
  await run(
    scope.db,
    sql`delete from messages s using transactional_mails m
        where m.team_id = ${team} and ${about(sql`m`, team, email)} and m.status = 'pending'
          and s.team_id = m.team_id and s.mail_id = m.id returning s.id`,
  );
  // The responses of servers and the targets of links may identify the person.
  await run(
    scope.db,
    sql`with theirs as (
          update messages s set last_error = null from transactional_mails m
          where m.team_id = ${team} and ${about(sql`m`, team, email)} and s.team_id = m.team_id and s.mail_id = m.id
          returning s.id
        ), answers as (
          update attempts a set reason = null from theirs t where a.team_id = ${team} and a.message_id = t.id
        )
        delete from reactions r using theirs t where r.team_id = ${team} and r.message_id = t.id returning r.id::text`,
  );
  const stopped = await run<{ id: string }>(
    scope.db,
    sql`with found as (
          select id, status = 'pending' as waits from transactional_mails
          where team_id = ${team} and ${about(sql`transactional_mails`, team, email)} for update
        ), emptied as (
          update transactional_mails m set
            "to" = array_remove(m."to", ${email}::text), cc = array_remove(m.cc, ${email}::text),
            bcc = array_remove(m.bcc, ${email}::text), recipients = array_remove(m.recipients, ${email}::text),
            reply_to = ${withoutReplyTo(email)}, as_person_key = nullif(m.as_person_key, ${personKey(team, email)}::uuid),
            subject = '', subject_source = null, html_source = null, text_source = null, names = '{}', variables = '{}', secret_variables = '{}', attachments = '[]', headers = '{}', locale = null, warnings = '{}',
            status = case when waits then 'failed' else m.status end,
            failure_reason = case when waits then ${REASON}::text when m.failure_reason is not null then ${GONE}::text end,
            erased_at = now()
          from found f where m.team_id = ${team} and m.id = f.id
        )
        select id::text from found where waits`,
  );
  await run(
    scope.db,
    sql`update transactional_mails m set reply_to = ${withoutReplyTo(email)}, names = names - ${email}::text
        where m.team_id = ${team} and m.reply_to is not null and string_to_array(m.reply_to, ',') @> array[${email}::text] returning m.id`,
  );
  const reactions = await run<ErasedReaction>(
    scope.db,
    sql`with theirs as (
          update messages m set last_error = null from mailings g
          where g.team_id = ${team} and m.team_id = g.team_id and m.campaign_id = g.id
            and m.person_key = ${personKey(team, email)}::uuid returning m.id
        ), answers as (
          update attempts a set reason = null from theirs t where a.team_id = ${team} and a.message_id = t.id
        )
        delete from reactions r using theirs t where r.team_id = ${team} and r.message_id = t.id
        returning r.message_id::text as message, r.kind::text as kind, r.verdict::text as verdict, r.target`,
  );
  await keepCounts(scope, email, reactions, wasKnown);
  const notices = stopped.map(({ id }): Notice => ({ topic: 'mail.status', teamId: team, id, status: 'failed' }));
  if (notices.length > 0) await scope.publish(...notices);
}

/** Condition: a mail goes to the address, or is a test rendered for it. */
const about = (mail: Sql, team: number, email: string): Sql =>
  sql`(${mail}.recipients @> array[${email}::text] or ${mail}.as_person_key = ${personKey(team, email)}::uuid)`;

/** An array would need a function that the machines of a cluster refuse in an assignment. */
const withoutReplyTo = (email: string): Sql =>
  sql`nullif(trim(both ',' from replace(',' || m.reply_to || ',', ',' || ${email}::text || ',', ',')), '')`;

/** Replaces the reason, because mail servers repeat the address in their answers. */
const GONE = 'The reason was erased with the person.';
