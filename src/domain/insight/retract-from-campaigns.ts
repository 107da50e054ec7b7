import { createHash } from 'node:crypto';
import { run, sql } from '../../database/connect.ts';
import { dashed } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { domainOf } from '../../validation/email.ts';
import { COMMON_SHARD, countForCampaigns } from '../ledger/count-for-campaigns.ts';
import { factsOf, isByClick } from '../ledger/figures.ts';
import { type Fact, type Figure, figuresOfFacts } from '../ledger/figures-of-fact.ts';
import type { Retracted } from './retract-reactions.ts';

type Counted = Figure & { count: number };

/**
 * Subtracts opens and clicks from the figures of campaigns. The facts of their messages are recorded again from the
 * remaining reactions, and the figures change by the difference.
 */
export async function retractFromCampaigns(scope: Scope, retracted: readonly Retracted[]): Promise<void> {
  const theirs = retracted.filter(({ campaign }) => campaign !== null);
  if (theirs.length === 0) return;
  const messages = new Map(theirs.map((one) => [one.message, { ...one, campaign: one.campaign! }]));
  const domains = await readDomains(scope, theirs);
  const { before, after } = await noteAgain(scope, [...messages.keys()]);
  const figures = async (facts: readonly Fact[], count: number): Promise<Counted[]> => {
    const known = facts.map((fact) => {
      const message = messages.get(fact.message)!;
      return { fact, message, domain: domains.get(message.person!) ?? '' };
    });
    return (await figuresOfFacts(scope.db, known)).map((figure) => ({ ...figure, count }));
  };
  const named = await figuresOfReactions(scope);
  const changes = [
    ...theirs.flatMap((one) => asMachine(one, named)),
    ...(await figures(before, -1)),
    ...(await figures(after, 1)),
  ];
  const counted = await withCountedLinks(scope, changes);
  await countForCampaigns(
    scope.db,
    counted.map((one) => ({ ...one, teamId: scope.team.id, holder: COMMON_SHARD })),
  );
}

interface Named {
  kind: Retracted['kind'];
  human: string;
  machine: string;
}

/** The figures that opens and clicks add to, as a person's and as a machine's (prisma/functions/reaction_figure.sql). */
const figuresOfReactions = ({ db }: Scope): Promise<Named[]> =>
  run<Named>(
    db,
    sql`select kind, reaction_figure(kind, 'human') as human, reaction_figure(kind, 'scanner') as machine
        from unnest('{open,click}'::text[]) kind`,
  );

/** The figures of the reaction itself, which now counts as a machine's. */
function asMachine({ kind, target, campaign, variant }: Retracted, named: readonly Named[]): Counted[] {
  const { human, machine } = named.find((one) => one.kind === kind)!;
  const counted = [
    { what: human, variant, count: -1 },
    { what: machine, variant, count: 1 },
    ...(target === null ? [] : [{ what: 'link_clicks', detail: linkNamed(target), variant: 0, count: -1 }]),
  ];
  return counted.map((one) => ({ campaign: campaign!, ...one }));
}

/** As `linkOf` does in SQL. */
const linkNamed = (url: string): string => dashed(createHash('md5').update(url).digest('hex'));

async function noteAgain({ db, team }: Scope, messages: string[]): Promise<{ before: Fact[]; after: Fact[] }> {
  const returning = sql`returning message_id::text as message, what, link::text as link, at, by_click as "byClick"`;
  const before = await run<Fact>(
    db,
    sql`delete from message_facts where team_id = ${team.id}::int and message_id = any(${messages}::uuid[])
        and what in ('opened', 'clicked', 'clicked_link') ${returning}`,
  );
  const after = await run<Fact>(
    db,
    sql`insert into message_facts (team_id, message_id, what, link, campaign_id, person_key, at, by_click)
        select ${team.id}::int, m.id, fact.what, fact.link_of, m.campaign_id, m.person_key, min(r.at),
               fact.what = 'opened' and ${isByClick(sql`r.kind`, sql`r.at`)}
        from messages m
        join people p on p.team_id = ${team.id}::int and p.key = m.person_key and p.email is not null
        join reactions r on r.team_id = ${team.id}::int and r.message_id = m.id and r.verdict = 'human'
        ${factsOf(sql`r.kind`, sql`r.target`)}
        where m.team_id = ${team.id}::int and m.id = any(${messages}::uuid[])
        group by m.id, fact.what, fact.link_of, m.campaign_id, m.person_key order by m.id, fact.what, fact.link_of
        on conflict (team_id, message_id, what, link) do nothing ${returning}`,
  );
  return { before, after };
}

async function readDomains({ db, team }: Scope, retracted: readonly Retracted[]): Promise<Map<string, string>> {
  const persons = [...new Set(retracted.flatMap(({ person }) => person ?? []))];
  const rows = await run<{ key: string; email: string }>(
    db,
    sql`select key::text, email from people
        where team_id = ${team.id}::int and key = any(${persons}::uuid[]) and email is not null`,
  );
  return new Map(rows.map(({ key, email }) => [key, domainOf(email)]));
}

/** Leaves out figures of links that are not counted. */
async function withCountedLinks({ db, team }: Scope, figures: readonly Counted[]): Promise<Counted[]> {
  const named = figures.filter(({ what }) => what.startsWith('link_'));
  const links = await run<{ campaign: string; link: string }>(
    db,
    sql`select campaign_id::text as campaign, link::text as link from campaign_links
        where team_id = ${team.id}::int and campaign_id = any(${named.map(({ campaign }) => campaign)}::uuid[])
          and link = any(${named.map(({ detail }) => detail!)}::uuid[])`,
  );
  const known = new Set(links.map(({ campaign, link }) => `${campaign} ${link}`));
  return figures.filter((one) => !one.what.startsWith('link_') || known.has(`${one.campaign} ${one.detail}`));
}
