import type { Issue } from '../../errors.ts';
import type { CampaignContent } from './campaign-content.ts';
import type { Campaign } from './campaigns.ts';
import { deadLinksOf, shown } from './dead-links.ts';
import { displayIssues } from './display-issues.ts';
import { renderIssue } from './render-for.ts';
import type { TestRendering } from './render-for-sample.ts';

const MAX_NAMED = 3;

/** Issues found by test-rendering a campaign. */
export interface RenderingIssues {
  /** Some people would not get it, or all would get it without a subject. */
  faults: Issue[];
  /** Unsuitable for recipients. */
  unfit: Issue[];
  /** Possibly intended. */
  odd: Issue[];
}

/** Checks the test-rendered messages, and names the people. */
export function renderingIssues(
  campaign: Campaign,
  content: CampaignContent,
  renderings: readonly TestRendering[],
): RenderingIssues {
  const known = new Set(deadLinksOf(content));
  const failed = renderings.filter(({ reason }) => reason);
  const fields = new Map<string, { issue: Issue; renderings: TestRendering[] }>();
  for (const rendering of failed) {
    const issue = renderIssue(campaign, '', rendering.reason as string);
    const others = fields.get(String(issue.path[0]));
    if (others) others.renderings.push(rendering);
    else fields.set(String(issue.path[0]), { issue, renderings: [rendering] });
  }
  const rendered = renderings.filter(({ reason }) => !reason);
  const without = rendered.filter(({ hasWanted }) => !hasWanted);
  const nameless = rendered.filter(({ hasSubject }) => !hasSubject);
  const lost = rendered.filter(({ dead, person }) => person && dead.some((address) => !known.has(address)));
  const noSubject = nameless.length === 0 ? [] : [emptySubject(nameless)];
  const isAlwaysEmpty = nameless.length === rendered.length;
  return {
    faults: [
      ...[...fields.values()].map(({ issue, renderings }) => ({ ...issue, problem: doesNotRender(renderings) })),
      ...(isAlwaysEmpty ? noSubject : []),
    ],
    unfit: without.length === 0 ? [] : [noUnsubscribing(without)],
    odd: [
      ...(isAlwaysEmpty ? [] : noSubject),
      ...(lost.length === 0 ? [] : [deadLinks(lost)]),
      ...unreadable(rendered),
      ...displayIssues(campaign, rendered),
    ],
  };
}

const doesNotRender = (renderings: readonly TestRendering[]): string =>
  `does not render for ${namesOf(renderings)}: ${renderings[0]!.reason}`;

const emptySubject = (renderings: readonly TestRendering[]): Issue => ({
  path: ['subject'],
  problem: `is empty for ${namesOf(renderings)}.`,
});

const noUnsubscribing = (renderings: readonly TestRendering[]): Issue => ({
  path: ['unsubscribeUrl'],
  problem: `The message has no unsubscribe link for ${namesOf(renderings)}. Show {{ unsubscribe_url }} to everyone, or remove it so that the server adds a link.`,
});

const deadLinks = (renderings: readonly TestRendering[]): Issue => ({
  path: ['links'],
  problem: `Some links do not work for ${namesOf(renderings)}: ${shown(renderings[0]!.dead)}.`,
});

/** Unreadable values, each once. */
const unreadable = (renderings: readonly TestRendering[]): Issue[] =>
  [...new Set(renderings.flatMap(({ remarks }) => remarks))].slice(0, MAX_NAMED).map((remark) => ({
    path: ['template'],
    problem: `${remark} This affects ${namesOf(renderings.filter(({ remarks }) => remarks.includes(remark)))}.`,
  }));

/** The first affected people by address and id, and the number of others. */
function namesOf(renderings: readonly TestRendering[]): string {
  const named = renderings
    .slice(0, MAX_NAMED)
    .map(({ person }) => (person ? `${person.email} (${person.id})` : 'an example person'));
  const more = renderings.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}
