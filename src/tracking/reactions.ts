import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ReactionAnnouncer } from '../domain/campaigns/announce-reactions.ts';
import { createReactionRecorder, type Fetch } from '../domain/insight/record-reactions.ts';
import type { Installation } from '../installation.ts';
import { HEADERS } from './page.ts';

/** A transparent pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * Serves the pixel, the click links and the hidden link of messages. It answers once the open or click is committed. While the
 * database is away, links still redirect; the click is lost and logged.
 */
export function registerReactions(pages: FastifyInstance, { connection, links, log }: Installation): void {
  const announcer = new ReactionAnnouncer(connection.db, log);
  pages.addHook('onClose', () => announcer.stop());
  const recordReaction = createReactionRecorder(connection.db, announcer.note);
  const record = (fetch: Fetch) =>
    recordReaction(fetch).catch((error: Error) =>
      log.error({ reason: error.message }, 'cannot count an open or a click'),
    );

  pages.get<{ Params: { token: string } }>('/open/:token', async (request, reply) => {
    const { teamId, id } = links.read('open', request.params.token);
    await record({ teamId, messageId: id, kind: 'open', ...whoAsks(request) });
    return quiet(reply).type('image/gif').send(PIXEL);
  });

  pages.get<{ Params: { token: string; target: string } }>('/click/:token/:target', async (request, reply) => {
    const { subject, bound: target } = links.readBound('click', request.params.token, request.params.target);
    await record({ teamId: subject.teamId, messageId: subject.id, kind: 'click', target, ...whoAsks(request) });
    return quiet(reply).redirect(target, 302);
  });

  // No mail client shows this link. A person who gets here anyway sees the message.
  pages.get<{ Params: { token: string } }>('/more/:token', async (request, reply) => {
    const own = links.read('more', request.params.token);
    await record({ teamId: own.teamId, messageId: own.id, kind: 'click', ...whoAsks(request) });
    return quiet(reply).redirect(links.url('view', own), 302);
  });
}

function whoAsks({ method, headers }: FastifyRequest): Pick<Fetch, 'userAgent' | 'ahead'> {
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-moz'], headers['x-purpose']].join(' ');
  const ahead = method === 'HEAD' || /prefetch|preview|prerender/i.test(purpose);
  return { userAgent: (headers['user-agent'] ?? '').slice(0, 500), ahead };
}

const quiet = (reply: FastifyReply): FastifyReply => reply.headers(HEADERS);
