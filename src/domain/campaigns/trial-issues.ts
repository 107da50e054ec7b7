import type { Issue } from '../../errors.ts';
import type { CampaignContent } from './campaign-content.ts';
import type { Campaign } from './campaigns.ts';
import { deadLinksOf, shown } from './dead-links.ts';
import { lookIssues } from './look-issues.ts';
import { renderIssue } from './render-for.ts';
import type { Trial } from './try-campaign.ts';

const MAX_NAMED = 3;

/** Issues found by test-rendering a campaign. */
export interface TrialIssues {
  /** Some people would not get it, or all would get it without a subject. */
  faults: Issue[];
  /** Unsuitable for recipients. */
  unfit: Issue[];
  /** Possibly intended. */
  odd: Issue[];
}

/** Checks the test-rendered messages, and names the people. */
export function trialIssues(campaign: Campaign, content: CampaignContent, trials: readonly Trial[]): TrialIssues {
  const known = new Set(deadLinksOf(content));
  const failed = trials.filter(({ reason }) => reason);
  const fields = new Map<string, { issue: Issue; trials: Trial[] }>();
  for (const trial of failed) {
    const issue = renderIssue(campaign, '', trial.reason as string);
    const others = fields.get(String(issue.path[0]));
    if (others) others.trials.push(trial);
    else fields.set(String(issue.path[0]), { issue, trials: [trial] });
  }
  const rendered = trials.filter(({ reason }) => !reason);
  const without = rendered.filter(({ hasWanted }) => !hasWanted);
  const nameless = rendered.filter(({ hasSubject }) => !hasSubject);
  const lost = rendered.filter(({ dead, person }) => person && dead.some((address) => !known.has(address)));
  const noSubject = nameless.length === 0 ? [] : [emptySubject(nameless)];
  const isAlwaysEmpty = nameless.length === rendered.length;
  return {
    faults: [
      ...[...fields.values()].map(({ issue, trials }) => ({ ...issue, problem: doesNotRender(trials) })),
      ...(isAlwaysEmpty ? noSubject : []),
    ],
    unfit: without.length === 0 ? [] : [noUnsubscribing(without)],
    odd: [
      ...(isAlwaysEmpty ? [] : noSubject),
      ...(lost.length === 0 ? [] : [deadLinks(lost)]),
      ...unreadable(rendered),
      ...lookIssues(campaign, rendered),
    ],
  };
}

const doesNotRender = (trials: readonly Trial[]): string =>
  `does not render for ${namesOf(trials)}: ${trials[0]!.reason}`;

const emptySubject = (trials: readonly Trial[]): Issue => ({
  path: ['subject'],
  problem: `is empty for ${namesOf(trials)}.`,
});

const noUnsubscribing = (trials: readonly Trial[]): Issue => ({
  path: ['unsubscribeUrl'],
  problem: `The message has no unsubscribe link for ${namesOf(trials)}. Show {{ unsubscribe_url }} to everyone, or remove it so that the server adds a link.`,
});

const deadLinks = (trials: readonly Trial[]): Issue => ({
  path: ['links'],
  problem: `Some links do not work for ${namesOf(trials)}: ${shown(trials[0]!.dead)}.`,
});

/** Unreadable values, each once. */
const unreadable = (trials: readonly Trial[]): Issue[] =>
  [...new Set(trials.flatMap(({ remarks }) => remarks))].slice(0, MAX_NAMED).map((remark) => ({
    path: ['template'],
    problem: `${remark} This affects ${namesOf(trials.filter(({ remarks }) => remarks.includes(remark)))}.`,
  }));

/** The first affected people by address and id, and the number of others. */
function namesOf(trials: readonly Trial[]): string {
  const named = trials
    .slice(0, MAX_NAMED)
    .map(({ person }) => (person ? `${person.email} (${person.id})` : 'an example person'));
  const more = trials.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}
