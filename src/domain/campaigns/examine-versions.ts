import type { Issue } from '../../errors.ts';
import type { Campaign } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { readTemplates } from '../content/templates.ts';
import { type CampaignContent, freezeContent } from './campaign-content.ts';
import { contentLinkIssues } from './dead-links.ts';
import { nameIssues } from './name-issues.ts';
import { type RenderingLimits, renderForSample } from './render-for-sample.ts';
import { type RenderingIssues, renderingIssues } from './rendering-issues.ts';
import { TEMPLATE_DELETED } from './source-of-campaign.ts';
import { abTestOf, asVariant, equalIssues, variantNumbers } from './variants.ts';

/** A variant of a campaign, or the campaign itself if it has none. */
interface Version {
  campaign: Campaign;
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
      campaign: asVariant(campaign, number),
      pathOf: (...path) => (number === null || isShared(path[0]) ? path : ['abTest', 'variants', number - 1, ...path]),
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
  const found = await readTemplates(scope, [...new Set(versions.map(({ campaign }) => campaign.templateId))]);
  const templates = new Map(found.map((template) => [template.id, template]));
  const deleted = versions.filter(({ campaign }) => !templates.has(campaign.templateId));
  if (deleted.length > 0) {
    const incomplete = deleted.map(({ pathOf }) => ({ ...TEMPLATE_DELETED, path: pathOf('template') }));
    return { contents: [], incomplete: once(incomplete) };
  }
  const templateOf = ({ campaign }: Version) => templates.get(campaign.templateId)!;
  const contents = await Promise.all(
    versions.map((version) => freezeContent(templateOf(version), version.campaign, listLocale)),
  );
  const variants = abTestOf(campaign)?.variants ?? [];
  const keys = variants.map((_, index) => JSON.stringify([contents[index], versions[index]!.campaign.fromName]));
  const untitled = versions.filter((_, index) => hasNoSubject(contents[index]!));
  const noSubject = (path: Issue['path']) => ({ path, problem: 'is required, because the template has none.' });
  return {
    contents,
    incomplete: [...untitled.map(({ pathOf }) => noSubject(pathOf('subject'))), ...equalIssues(variants, keys)],
  };
}

/** Whether the campaign has no subject, and its template has none in its own language. */
const hasNoSubject = (content: CampaignContent): boolean => !content['']!.subject;

/** Renders each version for a sample of the recipients, all in parallel, and reports issues by version. */
export async function renderVersions(
  scope: Scope,
  campaign: Campaign,
  contents: readonly CampaignContent[],
  publicUrl: string,
  limits: RenderingLimits,
): Promise<RenderingIssues> {
  const tried = await Promise.all(
    versionsOf(campaign).map(async ({ campaign, pathOf }, index) => {
      const content = contents[index]!;
      const renderings = await renderForSample(scope, campaign, content, publicUrl, limits);
      const { faults, unfit, odd } = renderingIssues(campaign, content, renderings);
      // An empty subject is reported elsewhere already.
      const isUnreported = ({ path: [field] }: Issue) => field !== 'subject' || !hasNoSubject(content);
      const doubts = [...odd, ...(await nameIssues(scope, campaign, content))];
      const named = (issues: Issue[]) =>
        issues.filter(isUnreported).map((issue) => ({ ...issue, path: pathOf(...issue.path) }));
      return { faults: named(faults), unfit: named(unfit), odd: named(doubts) };
    }),
  );
  const all = (kind: keyof RenderingIssues) => once(tried.flatMap((one) => one[kind]));
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
