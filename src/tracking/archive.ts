import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TtlCache } from '../async/ttl-cache.ts';
import { type Archive, isArchived, listArchived, readArchive } from '../domain/campaigns/archive/archive.ts';
import { renderArchived } from '../domain/campaigns/archive/render-archived.ts';
import { NotFoundError } from '../errors.ts';
import { markShared } from '../http/unread-answers.ts';
import { isId } from '../ids.ts';
import type { Installation } from '../installation.ts';
import { createScope, PERSON } from '../scope.ts';
import { type Html, html } from '../validation/html.ts';
import { languageFor } from '../validation/language.ts';
import { isTimeZone } from '../validation/locale.ts';
import { atomFeed, type Issue } from './archive-feed.ts';
import { isKnown, tagOf } from './entity-tag.ts';
import { HEADERS, type Page, POLICY, pageText } from './page.ts';
import { TEXTS } from './texts/texts.ts';
import { CONTENT_POLICY } from './view.ts';

/** The look of a campaign changes only with the brand of its team. */
const RENDERED = { milliseconds: 60_000, max: 200 };

/** An archive is public: it allows search engines and caches. */
const { 'X-Robots-Tag': _, ...ANYBODYS } = { ...HEADERS, 'Cache-Control': 'public, max-age=300' };

/** A campaign for anonymous readers. */
interface Rendered {
  subject: string;
  bytes: Buffer;
  tag: string;
}

interface OfList {
  Params: { list: string };
  Querystring: { page?: unknown };
}

/** Serves the public archive of a list: a page, a feed, and each sent campaign without personal content. */
export function registerArchive(pages: FastifyInstance, { connection, config, links }: Installation): void {
  const rendered = new TtlCache<Rendered>(RENDERED);
  const scopeOf = ({ teamId }: Archive) => createScope(connection.db, { id: teamId }, PERSON);
  const render = (archive: Archive, id: string) => {
    const { listId } = archive;
    return rendered.get(`${listId} ${id}`, async () => {
      const { subject, html } = await renderArchived(scopeOf(archive), links, { listId, id });
      return { subject, bytes: Buffer.from(html), tag: tagOf(html) };
    });
  };

  async function open(listId: string, page?: number) {
    const archive = await readArchive(connection.db, listId);
    const url = `${config.publicUrl}/archive/${archive.listId}`;
    const { campaigns, hasOlder } = await listArchived(scopeOf(archive), archive.listId, page);
    // A campaign that cannot be rendered for an anonymous recipient is not listed either.
    const issues = campaigns.map(async ({ id, endedAt }): Promise<Issue[]> => {
      const found = await render(archive, id).catch(unlessNotFound);
      return found ? [{ id, endedAt, subject: found.subject, url: `${url}/${id}` }] : [];
    });
    return { archive, url, hasOlder, issues: (await Promise.all(issues)).flat() };
  }

  pages.get<OfList>('/archive/:list', async (request, reply) => {
    const page = pageOf(request.query.page);
    const shown = pageText(archivePage({ ...(await open(request.params.list, page)), page }));
    return send(request, reply, { type: 'text/html', policy: POLICY, text: shown });
  });

  pages.get<OfList>('/archive/:list/feed', async (request, reply) => {
    const { archive, url, issues } = await open(request.params.list);
    return send(request, reply, { type: 'application/atom+xml', policy: POLICY, text: atomFeed(archive, url, issues) });
  });

  pages.get<{ Params: { list: string; campaign: string } }>('/archive/:list/:campaign', async (request, reply) => {
    const { list, campaign } = request.params;
    if (!isId(campaign)) throw new NotFoundError();
    const archive = await readArchive(connection.db, list);
    if (!(await isArchived(scopeOf(archive), archive.listId, campaign))) throw new NotFoundError();
    const { bytes, tag } = await render(archive, campaign.toLowerCase());
    return send(request, markShared(reply), { type: 'text/html', policy: CONTENT_POLICY, text: bytes, tag });
  });
}

function unlessNotFound(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}

const pageOf = (written: unknown): number =>
  written === undefined ? 1 : /^[1-9]\d{0,3}$/.test(String(written)) ? Number(written) : 0;

interface Shown {
  archive: Archive;
  url: string;
  issues: Issue[];
  hasOlder: boolean;
  page: number;
}

function archivePage({ archive, url, issues, hasOlder, page }: Shown): Page {
  const language = languageFor(archive.locale);
  const { archive: texts } = TEXTS[language];
  const timeZone = isTimeZone(archive.timezone) ? archive.timezone : 'UTC';
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone });
  const rows = issues.map(
    ({ subject, url, endedAt }) =>
      html`<li><a href="${url}">${subject}</a> <small><time datetime="${endedAt.toISOString()}">${days.format(endedAt)}</time></small></li>
`,
  );
  const newer = page > 1 ? html`<a href="${url}?page=${page - 1}" rel="prev">${texts.newer}</a>` : html``;
  const older = hasOlder ? html`<a href="${url}?page=${page + 1}" rel="next">${texts.older}</a>` : html``;
  const list: Html = rows.length > 0 ? html`<ol>${rows}</ol>` : html`<p>${texts.none}</p>`;
  return {
    language,
    title: texts.title(archive.listName),
    head: html`<link rel="alternate" type="application/atom+xml" href="${url}/feed" title="${archive.listName}">`,
    body: html`<p>${texts.by(archive.teamName)}</p>
${list}
${page > 1 || hasOlder ? html`<nav>${newer}${older}</nav>` : ''}
<p><a href="${url}/feed">${texts.feed}</a></p>`,
  };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    type,
    policy,
    text,
    tag = tagOf(String(text)),
  }: { type: string; policy: string; text: string | Buffer; tag?: string },
): FastifyReply {
  reply.headers({ ...ANYBODYS, 'Content-Security-Policy': policy, ETag: tag });
  if (isKnown(tag, request.headers['if-none-match'])) return reply.code(304).send();
  return reply.type(`${type}; charset=utf-8`).send(text);
}
