import type { FirstStepsQuery } from '../../../generated/dashboard/today.ts';

export const STEPS = ['brand', 'mailServer', 'domain', 'people', 'template', 'test', 'campaign'] as const;
export type Step = (typeof STEPS)[number];

/** As the server names a first team, and its defaults for a brand. */
const FIRST_NAME = 'My team';
const USUAL = { color: '#1f5f5b', backgroundColor: '#f3f1ec' };

/** Which first steps are done, by what the team has. Templates that came with the team do not count. */
export function doneOf(data: FirstStepsQuery): Record<Step, boolean> {
  const { team, sendingDomains, lists, tests, campaigns } = data;
  const { color, backgroundColor, logoUrl } = team.brand;
  const isStyled = logoUrl !== null || color !== USUAL.color || backgroundColor !== USUAL.backgroundColor;
  return {
    brand: isStyled && team.name !== FIRST_NAME,
    mailServer: team.hasMailServer,
    domain: sendingDomains.nodes.some(({ verifiedAt }) => verifiedAt),
    people: lists.nodes.some(({ subscribers }) => subscribers.nodes.length > 0),
    template: ownTemplate(data) !== undefined,
    test: tests.nodes.length > 0,
    campaign: campaigns.nodes.some(({ startedAt }) => startedAt),
  };
}

/** The newest template that did not come with the team. */
export const ownTemplate = ({ team, templates }: FirstStepsQuery): string | undefined =>
  templates.nodes.find(({ createdAt }) => createdAt > team.createdAt)?.id;
