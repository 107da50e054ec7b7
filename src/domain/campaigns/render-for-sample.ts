import { Links } from '../../crypto/links.ts';
import { sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import type { Tried } from '../content/rendering/job.ts';
import { tryMany } from '../content/rendering/try-many.ts';
import { type CampaignContent, type CampaignSource, sourceFor } from './campaign-content.ts';
import type { Campaign } from './campaigns.ts';
import { subscriberMergeData } from './merge-data.ts';
import { namedFields } from './named-fields.ts';
import { sharedMergeData } from './render-for.ts';
import { sampleRecipients } from './sample-recipients.ts';
import { EXAMPLE, readPeople, type ShownPerson } from './shown-person.ts';

/** The result of rendering the message for one person. */
export type TestRendering = Tried & {
  /** Absent: it was an example person. */
  person?: ShownPerson;
};

/** The effort spent on finding faults. */
export interface RenderingLimits {
  /** Renders for as many people as this time allows. */
  milliseconds: number;
  /** How many of the oldest and of the newest recipients are candidates for the sample. */
  lookedAt: number;
}

/** For a check on request. */
export const FULL_LIMITS: RenderingLimits = { milliseconds: 1_000, lookedAt: 15_000 };
/** For sending now, while the caller waits. */
export const SHORT_LIMITS: RenderingLimits = { milliseconds: 250, lookedAt: 5_000 };

/** Minimum sample, regardless of time, if there are enough people. */
const AT_LEAST = 20;
/** Upper limit: no template may block the caller longer. */
const AT_MOST_MILLISECONDS = 6_000;
/** Enough to see the problem. */
const FAULTS = 5;
const READ_TOGETHER = 400;
const TRIED_TOGETHER = 10;
const PARALLEL = 4;

/**
 * Renders a campaign for a sample of its recipients, outside this thread. People who differ in the fields that the template
 * uses come first; a few thousand often include all. Without recipients, it uses an example person. `publicUrl`: the base
 * of the server's links.
 */
export async function renderForSample(
  scope: Scope,
  campaign: Campaign,
  content: CampaignContent,
  publicUrl: string,
  limits: RenderingLimits,
): Promise<TestRendering[]> {
  const links = new Links('nobody', publicUrl);
  const inert = links.inert();
  const shared = await sharedMergeData(scope, campaign, links.picturesUrl);
  const attempt = async (
    source: CampaignSource,
    people: readonly (ShownPerson | undefined)[],
  ): Promise<TestRendering[]> => {
    const values = people.map((person) => ({ ...subscriberMergeData(person ?? EXAMPLE), ...inert }));
    const tried = await tryMany(source, shared, values, inert.unsubscribe_url, scope.team.id);
    const isOurs = (address: string) => address.startsWith(`${publicUrl}/`);
    return tried.map((one, index) => ({
      ...one,
      person: people[index],
      dead: one.dead.filter((address) => !isOurs(address)),
    }));
  };
  const ids = await sampleRecipients(scope, campaign, await namedFields(content, scope.team.id), limits.lookedAt);
  if (ids.length === 0) return attempt(sourceFor(content, null), [undefined]);

  const begun = performance.now();
  const renderings: TestRendering[] = [];
  const isEnough = () => {
    const passed = performance.now() - begun;
    const isDone = passed > limits.milliseconds && renderings.length >= Math.min(AT_LEAST, ids.length);
    return isDone || passed > AT_MOST_MILLISECONDS || renderings.filter(({ reason }) => reason).length >= FAULTS;
  };
  for (let from = 0; from < ids.length && !isEnough(); from += READ_TOGETHER) {
    const wanted = ids.slice(from, from + READ_TOGETHER);
    const read = await readPeople(scope, campaign.listId, sql`s.id = any(${wanted}::uuid[])`);
    const byId = new Map(read.map((person) => [person.id, person]));
    const batches = batchesOf(
      wanted.flatMap((id) => byId.get(id) ?? []),
      content,
    ).values();
    const work = async () => {
      for (const { source, people } of batches) {
        if (isEnough()) return;
        renderings.push(...(await attempt(source, people)));
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
  }
  return renderings;
}

/** In the order of the people, but grouped by source. */
function batchesOf(people: readonly ShownPerson[], content: CampaignContent) {
  const batches: { source: CampaignSource; people: ShownPerson[] }[] = [];
  const open = new Map<CampaignSource, ShownPerson[]>();
  for (const person of people) {
    const source = sourceFor(content, person.locale);
    const batch = open.get(source);
    if (batch && batch.length < TRIED_TOGETHER) {
      batch.push(person);
      continue;
    }
    const begun = [person];
    open.set(source, begun);
    batches.push({ source, people: begun });
  }
  return batches;
}
