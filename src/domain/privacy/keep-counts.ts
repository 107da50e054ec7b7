import { run, sql } from '../../database/connect.ts';
import { personKey } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { domainOf } from '../../validation/email.ts';
import { COMMON_SHARD, countForCampaigns, OF_ERASED } from '../ledger/count-for-campaigns.ts';
import { figureOf, linkOf } from '../ledger/figures.ts';
import { type CountedMessage, type Fact, type Figure, figuresOfFacts } from '../ledger/figures-of-fact.ts';

/** An open or a click that was erased. */
export interface ErasedReaction {
  message: string;
  kind: string;
  verdict: string;
  target: string | null;
}

interface Message extends CountedMessage {
  id: string;
  sent: boolean;
}

/**
 * Erases the facts of a person's campaign messages. The figures of reports stay: the share of the erased rows is counted
 * under erased people from now on, so that a recount from the rows gives the same total. A link that only this person
 * clicked may identify them, and is removed. `wasKnown`: domains were still known from the address.
 */
export async function keepCounts(
  scope: Scope,
  email: string,
  reactions: readonly ErasedReaction[],
  wasKnown: boolean,
): Promise<void> {
  const key = personKey(scope.team.id, email);
  const messages = new Map((await readMessages(scope, key)).map((message) => [message.id, message]));
  const facts = await eraseFacts(scope, [...messages.keys()]);
  await eraseOwnLinks(
    scope,
    facts.flatMap(({ message, what, link }) =>
      what === 'clicked_link' ? [{ campaign: messages.get(message)!.campaign, link }] : [],
    ),
  );
  const domain = domainOf(email);
  const figures = [
    ...[...messages.values()].flatMap(({ campaign, sent }) =>
      sent && wasKnown ? [{ campaign, what: 'sent_to_domain', detail: domain, variant: 0 }] : [],
    ),
    ...(await figuresOfFacts(
      scope.db,
      facts.map((fact) => ({ fact, message: messages.get(fact.message)!, domain })),
    )),
    ...(await figuresOfReactions(scope, reactions, wasKnown)),
  ];
  await countForCampaigns(
    scope.db,
    (await withLinksThatStay(scope, figures)).flatMap((figure) => [
      { ...figure, teamId: scope.team.id, holder: OF_ERASED, count: 1 },
      { ...figure, teamId: scope.team.id, holder: COMMON_SHARD, count: -1 },
    ]),
  );
}

const readMessages = ({ db, team }: Scope, key: string): Promise<Message[]> =>
  run<Message>(
    db,
    sql`select m.id::text, m.campaign_id::text as campaign, coalesce(m.variant, 0) as variant, m.state = 'sent' as sent,
               c.started_at as "startedAt"
        from mailings g join messages m on m.team_id = g.team_id and m.campaign_id = g.id
        left join campaigns c on c.team_id = g.team_id and c.id = g.campaign_id
        where g.team_id = ${team.id} and m.person_key = ${key}::uuid`,
  );

const eraseFacts = ({ db, team }: Scope, messages: string[]): Promise<Fact[]> =>
  run<Fact>(
    db,
    sql`delete from message_facts where team_id = ${team.id} and message_id = any(${messages}::uuid[])
        returning message_id::text as message, what, link::text as link, at, by_click as "byClick"`,
  );

/** A click of a previously erased person was not counted for its link. */
const figuresOfReactions = (
  { db, team }: Scope,
  reactions: readonly ErasedReaction[],
  wasKnown: boolean,
): Promise<Figure[]> =>
  run<Figure>(
    db,
    sql`select m.campaign_id::text as campaign, figure.what, figure.detail, figure.variant
        from jsonb_to_recordset(${JSON.stringify(reactions)}::jsonb) as r(message uuid, kind text, verdict text, target text)
        join messages m on m.team_id = ${team.id} and m.id = r.message
        cross join lateral (values
          (${figureOf(sql`r.kind`, sql`r.verdict`)}, '', coalesce(m.variant, 0)),
          ('link_clicks', case when ${wasKnown}::boolean and r.kind = 'click' and r.verdict = 'human' then ${linkOf(sql`r.target`)}::text end, 0)
        ) figure(what, detail, variant)
        where figure.detail is not null`,
  );

/** Without the figures of links that are not counted, or no longer. */
async function withLinksThatStay({ db, team }: Scope, figures: readonly Figure[]): Promise<Figure[]> {
  const isOfLink = ({ what }: Figure) => what === 'link_unique' || what === 'link_clicks';
  const named = figures.filter(isOfLink);
  const links = await run<{ campaign: string; link: string }>(
    db,
    sql`select campaign_id::text as campaign, link::text as link from campaign_links
        where team_id = ${team.id} and campaign_id = any(${named.map(({ campaign }) => campaign)}::uuid[])
          and link = any(${named.map(({ detail }) => detail!)}::uuid[])`,
  );
  const stay = new Set(links.map(({ campaign, link }) => `${campaign} ${link}`));
  return figures.filter((figure) => !isOfLink(figure) || stay.has(`${figure.campaign} ${figure.detail}`));
}

/** Removes links, with their counts, that nobody else clicked. */
async function eraseOwnLinks(
  { db, team }: Scope,
  clicked: readonly { campaign: string; link: string }[],
): Promise<void> {
  if (clicked.length === 0) return;
  const gone = await run<{ campaign: string; link: string }>(
    db,
    sql`delete from campaign_links l
        using jsonb_to_recordset(${JSON.stringify(clicked)}::jsonb) as given(campaign uuid, link uuid)
        where l.team_id = ${team.id} and l.campaign_id = given.campaign and l.link = given.link
          and not exists (select from message_facts f where f.team_id = ${team.id} and f.campaign_id = given.campaign
                          and f.what = 'clicked_link' and f.link = given.link)
        returning l.campaign_id::text as campaign, l.link::text as link`,
  );
  await run(
    db,
    sql`delete from campaign_counts c
        using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as given(campaign uuid, link text)
        where c.team_id = ${team.id} and c.campaign_id = given.campaign and c.what in ('link_unique', 'link_clicks')
          and c.detail = given.link returning c.what`,
  );
}
