import type { FastifyInstance } from 'fastify';
import { storeRecordedPasskey } from '../domain/audit/record-sign-ins.ts';
import { userOfMember } from '../domain/members/users.ts';
import {
  askForNewPasskey,
  askForPasskey,
  type Ceremony,
  userByPasskey,
  verifyNewPasskey,
} from '../domain/members/verify-passkeys.ts';
import { UnauthenticatedError } from '../errors.ts';
import type { Installation } from '../installation.ts';
import { say, sendPage } from './page.ts';
import { SCRIPT } from './passkey-script.ts';
import { textsFor } from './texts/texts.ts';
import { basePathOf, begin, browserOf, firstMembership, markBrowser, memberOf, originOf } from './visit.ts';

export const SCRIPT_PATH = '/sign-in/passkeys.js';

/** Creating passkeys and signing in with them, for the script of the pages. */
export function registerPasskeys(pages: FastifyInstance, installation: Installation): void {
  const { config, connection } = installation;
  const { db } = connection;
  const ceremony = (browser: string | undefined): Ceremony => ({
    origin: new URL(config.publicUrl).origin,
    browser: browser ?? '', // no challenge was issued for it
  });

  pages.get(SCRIPT_PATH, async (_request, reply) =>
    reply
      .headers({ 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' })
      .type('text/javascript; charset=utf-8')
      .send(SCRIPT.replace('BASE', JSON.stringify(basePathOf(config)))),
  );

  pages.post('/sign-in/passkey/options', async (request, reply) =>
    askForPasskey(db, ceremony(markBrowser(installation, request, reply))),
  );

  pages.post('/sign-in/passkey', async (request, reply) => {
    const user = await userByPasskey(db, request.body, ceremony(browserOf(installation, request)));
    const membership = await firstMembership(installation, user.id);
    const texts = textsFor(request);
    if (!membership) return sendPage(reply, say(texts, texts.signIn.noTeam), 403);
    const returnUrl = await begin(installation, request, reply, { ...membership, way: 'passkey' });
    return reply.header('Cache-Control', 'no-store').send({ place: returnUrl });
  });

  const signedIn = async (request: Parameters<typeof memberOf>[1]) => {
    const member = await memberOf(installation, request);
    if (!member || member.ownTeamOnly) throw new UnauthenticatedError(); // a passkey would give access to all teams
    return userOfMember(db, member.teamId, member.memberId);
  };

  pages.post('/account/passkeys/options', async (request, reply) => {
    const user = await signedIn(request);
    return askForNewPasskey(db, user, ceremony(markBrowser(installation, request, reply)));
  });

  pages.post('/account/passkeys', async (request, reply) => {
    const user = await signedIn(request);
    const passkey = await verifyNewPasskey(db, request.body, ceremony(browserOf(installation, request)));
    await storeRecordedPasskey(db, user, passkey, originOf(request));
    return reply.code(204).send();
  });
}
