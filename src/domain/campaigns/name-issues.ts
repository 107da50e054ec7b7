import type { Issue } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { nameWarnings } from '../content/known-names.ts';
import type { CampaignContent } from './campaign-content.ts';
import type { Campaign } from './campaigns.ts';

/** Warnings about names in a campaign that do not exist, with the field that contains them. */
export async function nameIssues(
  scope: Scope,
  { subject, text }: Pick<Campaign, 'subject' | 'text'>,
  content: CampaignContent,
): Promise<Issue[]> {
  const sources = Object.values(content);
  const parts = [
    { field: subject ? 'subject' : 'template', texts: sources.map((source) => source.subject) },
    { field: 'preheader', texts: sources.map(({ preheader }) => preheader ?? '') },
    { field: 'template', texts: sources.map(({ html }) => html) },
    { field: text ? 'text' : 'template', texts: sources.map((source) => source.text ?? '') },
  ];
  const found = await Promise.all(
    parts.map(async ({ field, texts }) =>
      (await nameWarnings(scope, texts)).map((problem): Issue => ({ path: [field], problem })),
    ),
  );
  return found.flat();
}
