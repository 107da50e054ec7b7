import type { FirstStepsQuery } from '../../../generated/dashboard/today.ts';

export const STEPS = ['brand', 'mailServer', 'domain', 'people', 'template', 'test', 'campaign'] as const;
export type Step = (typeof STEPS)[number];

/** As the server names a first team, and its defaults for a brand. */
const FIRST_NAME = 'My team';
const USUAL = { color: '#1f5f5b', backgroundColor: '#f3f1ec' };

/** Which first steps are done, by what the team has. Templates that came with the team, and sample data, do not count. */
export function doneOf(data: FirstStepsQuery): Record<Step, boolean> {
  const { team, sendingDomains, tests, campaigns, sampleData } = data;
  const { color, backgroundColor, logoUrl } = team.brand;
  const isStyled = logoUrl !== null || color !== USUAL.color || backgroundColor !== USUAL.backgroundColor;
  return {
    brand: isStyled && team.name !== FIRST_NAME,
    mailServer: team.hasMailServer,
    domain: sendingDomains.nodes.some(({ verifiedAt }) => verifiedAt),
    people: ownLists(data).some(({ subscribers }) => subscribers.nodes.length > 0),
    template: ownTemplate(data) !== undefined,
    test: tests.nodes.length > 0,
    campaign: campaigns.nodes.some(({ id, startedAt }) => startedAt && !sampleData?.campaignIds.includes(id)),
  };
}

/** The newest template that came neither with the team nor with sample data. */
export const ownTemplate = ({ team, templates, sampleData }: FirstStepsQuery): string | undefined =>
  templates.nodes.find(({ id, createdAt }) => createdAt > team.createdAt && !sampleData?.templateIds.includes(id))?.id;

/** The lists that did not come with sample data. */
export const ownLists = ({ lists, sampleData }: FirstStepsQuery): FirstStepsQuery['lists']['nodes'] =>
  lists.nodes.filter(({ id }) => !sampleData?.listIds.includes(id));
