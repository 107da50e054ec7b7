import type { Issue } from '../../errors.ts';
import type { Campaign } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { readTemplates } from '../content/templates.ts';
import { type CampaignContent, freezeContent } from './campaign-content.ts';
import { contentLinkIssues } from './dead-links.ts';
import { nameIssues } from './name-issues.ts';
import { TEMPLATE_DELETED } from './source-of-campaign.ts';
import { type TrialIssues, trialIssues } from './trial-issues.ts';
import { type TrialSize, tryCampaign } from './try-campaign.ts';
import { abTestOf, asVariant, equalIssues, variantNumbers } from './variants.ts';

/** A variant of a campaign, or the campaign itself if it has none. */
interface Version {
  said: Campaign;
  /** The path of an issue. A template, preheader or text inherited from the campaign is reported in the campaign. */
  pathOf(...path: Issue['path']): Issue['path'];
}

const versionsOf = (campaign: Campaign): Version[] =>
  variantNumbers(campaign).map((number) => {
    const variant = number === null ? undefined : abTestOf(campaign)?.variants[number - 1];
    const isShared = (field: unknown) =>
      (field === 'template' && !variant?.templateId) ||
      ((field === 'preheader' || field === 'text') && !variant?.[field]);
    return {
      said: asVariant(campaign, number),
      pathOf: (...path) => (number === null || isShared(path[0]) ? path : ['test', 'variants', number - 1, ...path]),
    };
  });

/**
 * Fixes the content of a draft, for each variant if there are any, and reports missing parts by variant. No contents if a
 * template is gone.
 */
export async function examineVersions(
  scope: Scope,
  campaign: Campaign,
  listLocale: string,
): Promise<{ contents: CampaignContent[]; incomplete: Issue[] }> {
  const versions = versionsOf(campaign);
  const found = await readTemplates(scope, [...new Set(versions.map(({ said }) => said.templateId))]);
  const templates = new Map(found.map((template) => [template.id, template]));
  const deleted = versions.filter(({ said }) => !templates.has(said.templateId));
  if (deleted.length > 0) {
    const incomplete = deleted.map(({ pathOf }) => ({ ...TEMPLATE_DELETED, path: pathOf('template') }));
    return { contents: [], incomplete: once(incomplete) };
  }
  const templateOf = ({ said }: Version) => templates.get(said.templateId)!;
  const contents = await Promise.all(
    versions.map((version) => freezeContent(templateOf(version), version.said, listLocale)),
  );
  const variants = abTestOf(campaign)?.variants ?? [];
  const said = variants.map((_, index) => JSON.stringify([contents[index], versions[index]!.said.fromName]));
  const untitled = versions.filter((_, index) => hasNoSubject(contents[index]!));
  const noSubject = (path: Issue['path']) => ({ path, problem: 'is required, because the template has none.' });
  return {
    contents,
    incomplete: [...untitled.map(({ pathOf }) => noSubject(pathOf('subject'))), ...equalIssues(variants, said)],
  };
}

/** Whether the campaign has no subject, and its template has none in its own language. */
const hasNoSubject = (content: CampaignContent): boolean => !content['']!.subject;

/** Renders each version for a sample of the recipients, all in parallel, and reports issues by version. */
export async function tryVersions(
  scope: Scope,
  campaign: Campaign,
  contents: readonly CampaignContent[],
  publicUrl: string,
  size: TrialSize,
): Promise<TrialIssues> {
  const tried = await Promise.all(
    versionsOf(campaign).map(async ({ said, pathOf }, index) => {
      const content = contents[index]!;
      const trials = await tryCampaign(scope, said, content, publicUrl, size);
      const { faults, unfit, odd } = trialIssues(said, content, trials);
      // An empty subject is reported elsewhere already.
      const told = ({ path: [field] }: Issue) => field !== 'subject' || !hasNoSubject(content);
      const doubts = [...odd, ...(await nameIssues(scope, said, content))];
      const named = (issues: Issue[]) =>
        issues.filter(told).map((issue) => ({ ...issue, path: pathOf(...issue.path) }));
      return { faults: named(faults), unfit: named(unfit), odd: named(doubts) };
    }),
  );
  const all = (kind: keyof TrialIssues) => once(tried.flatMap((one) => one[kind]));
  return { faults: all('faults'), unfit: all('unfit'), odd: all('odd') };
}

/** Dead links in the contents, with the variants that contain them. */
export const deadLinksOfVersions = (campaign: Campaign, contents: readonly CampaignContent[]): Issue[] =>
  once(
    versionsOf(campaign).flatMap(({ pathOf }, index) =>
      contentLinkIssues(contents[index]!).map((issue) => ({ ...issue, path: pathOf('template') })),
    ),
  );

const once = (issues: readonly Issue[]): Issue[] => [
  ...new Map(issues.map((issue) => [JSON.stringify([issue.path, issue.problem]), issue])).values(),
];
