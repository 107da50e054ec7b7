import type { Links } from '../../../crypto/links.ts';
import { NotFoundError } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import { html as markup } from '../../../validation/html.ts';
import { teamValues } from '../../content/brand/team-values.ts';
import { RenderError, renderTemplate } from '../../content/rendering/pool.ts';
import { found } from '../../found.ts';
import { contentOf, sourceFor } from '../campaign-content.ts';
import { campaignMergeData, subscriberMergeData } from '../merge-data.ts';

const NOBODY = {
  id: '',
  email: '',
  firstName: null,
  lastName: null,
  locale: null,
  timezone: null,
  tags: [],
  attributes: {},
  subscribedAt: null,
};

/**
 * Renders a sent campaign of the archive for anonymous readers: without a name, personal links or tracking. Of an A/B test,
 * the winner or else the first variant. Throws NotFoundError, including if it cannot be rendered without a person.
 */
export async function renderArchived(
  scope: Scope,
  links: Links,
  { listId, id }: { listId: string; id: string },
): Promise<{ subject: string; html: string }> {
  const teamId = scope.team.id;
  const campaign = found(
    await scope.db.campaign.findFirst({
      where: { teamId, id, listId, archive: true, status: 'sent' },
      include: { list: true, team: true },
    }),
  );
  const { list, team } = campaign;
  const source = sourceFor(found(contentOf(campaign, campaign.winner)), list.locale);
  const sender = { ...campaign, listName: list.name, team: teamValues(team, links.picturesUrl) };
  const mergeData = { ...campaignMergeData(sender), ...subscriberMergeData(NOBODY) };
  try {
    const { subject, html } = await renderTemplate({ ...source, mergeData, owner: teamId });
    const title = subject || campaign.name;
    return { subject: title, html: withTitle(withoutEmptyLinks(html), { title, locale: list.locale }) };
  } catch (error) {
    throw error instanceof RenderError ? new NotFoundError() : error;
  }
}

// Neither looks back nor beyond the next `<`, so that hostile HTML cannot cause slow matching.
const LINK = /<a\b([^<>]*)>/gi;
const EMPTY_HREF = /\shref\s*=\s*(?:"\s*"|'\s*')/i;

/** Removes the targets of personal links; their text stays. */
const withoutEmptyLinks = (html: string): string =>
  html.replace(LINK, (link, attributes: string) => (EMPTY_HREF.test(attributes) ? link.replace(EMPTY_HREF, '') : link));

/** The content begins here: a later `<title>` belongs to a picture. */
const CONTENT = /<body\b|<svg\b/i;
// None looks beyond the next `<` either.
const TITLE = /<title\b[^<>]*>([^<]*)<\/title>/i;
const HEAD = /<head\b[^<>]*>/i;
const PAGE = /<html\b[^<>]*>/i;
const DOCTYPE = /^\s*<!doctype[^<>]*>/i;

/** Adds a title to a page that has none. Turns a fragment, such as a template of a few lines of HTML, into a whole page. */
function withTitle(html: string, { title, locale }: { title: string; locale: string }): string {
  const [start = ''] = html.split(CONTENT, 1);
  const element = markup`<title>${title}</title>`.text;
  const [own, words] = TITLE.exec(start) ?? [];
  if (own) return words?.trim() ? html : html.replace(own, () => element);
  const [head] = HEAD.exec(start) ?? [];
  if (head) return html.replace(head, () => `${head}${element}`);
  const [page] = PAGE.exec(start) ?? [];
  if (page) return html.replace(page, () => `${page}<head>${element}</head>`);
  return `<!doctype html>\n${markup`<html lang="${locale}">`.text}\n${element}\n${html.replace(DOCTYPE, '')}`;
}
