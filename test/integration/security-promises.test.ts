import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
const ROW = /^\| `([a-z0-9-]+)` \| (.+?) \| (.+) \|$/gm;

/** The promises of SECURITY.md by their ids: files of tests (below `test`), and the names of tests in them. */
const TESTS: Record<string, [file: string, name: string][]> = {
  // Teams and permissions
  'teams-apart': [
    ['integration/access-matrix', 'every cell is checked'],
    ['integration/rest/team-isolation', "the first team's data is unchanged"],
  ],
  'read-tokens': [
    ['integration/access-matrix', 'REST'],
    ['integration/rest/tokens', 'is refused $method $path, before the body is read'],
  ],
  'token-role': [
    ['integration/members/tokens-of-members', "is refused to a token made by an editor's token"],
    ['integration/members/tokens-of-members', 'are revoked with the tokens they made, and the audit log names each'],
  ],
  'access-ends': [
    ['e2e/access-ended', 'a revoked token is refused by the running server, and its live subscriptions end'],
    ['e2e/access-ended', 'a suspended team is locked out, its live subscriptions end, and it can be resumed'],
  ],
  'audit-log': [
    ['integration/audit/audit-log', 'commits together with the change that it records, or not at all'],
    ['integration/audit/audit-log', 'by read tokens and by owners, but not by other members'],
  ],
  // Members
  'sign-in-links': [
    ['integration/members/sign-in', 'in another browser, even one that asked for its own link'],
    ['integration/members/sign-in', 'the second time, even when used twice at once'],
  ],
  'no-lock-out': [
    [
      'integration/members/sign-in-limits',
      'five links for an anonymous caller do not block other networks, or other browsers of the same network',
    ],
  ],
  'unknown-addresses': [
    ['integration/members/sign-in', 'known and unknown addresses get the same bytes, after the same statements'],
  ],
  invitations: [
    ['integration/members/invitations', 'does not sign them in by its link alone, and is accepted after they sign in'],
    ['integration/members/invitations', 'reaches only its own team'],
  ],
  'invitation-limits': [
    ['integration/members/invitations', 'to fifty a day for a team, even when simultaneous, in REST and GraphQL'],
  ],
  'openid-connect': [
    ['integration/members/oidc', 'an ID token that is signed %s is refused'],
    ['integration/members/oidc', 'an ID token with %j is refused'],
  ],
  'passkey-mails': [
    ['integration/members/passkey-mails', 'users get an e-mail about a new or removed passkey in their language: %s'],
  ],
  'sessions-end': [
    ['integration/members/idle-sessions', 'a session ends after 14 days without use, and each use extends it'],
    ['integration/members/idle-sessions', 'an open live stream does not extend its session, and ends with it'],
  ],
  'other-sites': [
    ['browser/sign-in', 'another site’s form or script cannot act as the signed-in member'],
    ['integration/members/sign-in', 'cannot sign anybody in or out: %j'],
  ],
  'no-frames': [
    ['integration/response-headers', 'an answer to a script of another site varies by its origin too'],
    ['browser/playground', 'a signed-in member explores the API in the playground'],
  ],
  // Secrets
  'stored-secrets': [
    [
      'integration/members/sign-in',
      'the session cookie is limited to this host, hidden from scripts, and stored as a hash',
    ],
    ['integration/database/change-secret', 'the database contains no secret, and a dump contains no working link'],
  ],
  'no-secrets-in-logs': [['integration/log-secrets', 'no operation logs a secret or a sign-in link, at any level']],
  'secret-rotation': [
    [
      'integration/database/re-encrypt',
      'after a change of the secret, stored secrets are encrypted again and no longer need the former one',
    ],
    [
      'integration/database/change-secret',
      'with the former secret in APP_SECRET_OLD, links, addresses, form tokens and stored secrets of both secrets work',
    ],
    [
      'integration/database/change-secret',
      'a wrong APP_SECRET stops the start with one line, and every command that would use it',
    ],
  ],
  tls: [
    ['integration/transports/tls', 'is only sent over TLS, on this machine too'],
    ['integration/transports/oauth2', 'sends no token without TLS'],
    ['integration/transports/credentials', 'a redirect of a token URL is not followed'],
    ['integration/members/oidc', 'a provider whose %s is not encrypted cannot be used'],
    ['e2e/plain-database', 'a database %s, in one line without its password'],
  ],
  // Outgoing connections
  'private-mail-servers': [['integration/transports/connecting', 'a name with a private address is not connected to']],
  outbound: [
    ['unit/outbound', 'redirects are followed on request, three at most, and each is checked'],
    [
      'e2e/rebinding',
      'a name that changes from a public to a private address is looked up once, and reaches no private host',
    ],
  ],
  webhooks: [
    [
      'integration/webhooks/deliveries',
      "a delivery arrives unchanged, with a signature accepted by the standard's library",
    ],
    [
      'integration/webhooks/deliveries',
      'a private address is refused unless the operator allows it, and a public one needs https',
    ],
    ['integration/webhooks/isolation', 'forty dead paths of a service do not delay a healthy one'],
  ],
  // Links, forms and media
  links: [
    [
      'integration/tracking/forged-links',
      'ten thousand forged links are unknown, change nothing, and never reach the database',
    ],
  ],
  'own-data': [
    ['integration/people/data-requests', 'the links of a newsletter can neither download nor erase, in any form'],
    [
      'integration/people/data-requests',
      'the link works for a day and cannot be extended or changed to another person',
    ],
  ],
  'form-answers': [['integration/forms/signing-up', 'all of them get the same answer as a new person, byte by byte']],
  'form-robots': [
    ['integration/forms/bot-protection', 'a form token is valid for its form alone, and cannot be forged'],
    ['integration/forms/bot-protection', 'has to wait, before any input is read, and others get through'],
  ],
  'form-texts': [
    [
      'integration/forms/bot-protection',
      'hostile texts of a team stay text, on the page, in the HTML for other sites and in answers',
    ],
  ],
  'media-content': [
    ['integration/media/media', 'loses the location, camera and comment of a photograph, and looks the same'],
    ['integration/media/media', 'the type comes from the content: a JPEG sent as a PNG is stored as a JPEG'],
  ],
  'media-limit': [['integration/media/limit', 'simultaneous uploads stay within the limit']],
  csv: [['integration/audience/exports', 'a list is exported as a CSV file without formulas']],
  // Received mail, reports and provider calls
  'received-mail': [
    ['integration/feedback/hostile-mails', 'a bounce is read among hostile mails'],
    [
      'integration/feedback/listener',
      'an address is limited in simultaneous connections, and in connections per minute',
    ],
  ],
  'no-relay': [
    ['integration/feedback/listener', 'all 2,000 altered addresses'],
    ['integration/feedback/listener', 'the listener offers and accepts no login, and reveals nothing about people'],
  ],
  reports: [
    ['integration/feedback/hostile-domain-reports', '%s costs the main thread next to nothing'],
    ['integration/feedback/domain-reports', 'invented reports fill no more than the daily limit'],
  ],
  complaints: [
    [
      'integration/feedback/proven-complaints',
      'a complaint to the signed return path of another message is not about the one that it quotes',
    ],
    [
      'integration/campaigns/auto-pause',
      'two confirmed complaints pause it, but one does not, nor any number of unconfirmed ones',
    ],
  ],
  'provider-calls': [
    ['integration/feedback/providers', 'a call changed in transit'],
    ['integration/feedback/providers', 'another team’s source affects no one of this team'],
  ],
  patterns: [['unit/patterns', 'every regular expression runs in linear time, unless its texts are short']],
  // Load
  'graphql-limits': [
    ['integration/platform/guards', 'both transports refuse %s'],
    ['integration/platform/guards', 'a refused mutation has no effect'],
  ],
  'anonymous-calls': [
    [
      'integration/graphql/anonymous-callers',
      'long bodies without a token are not read, with or without a declared length',
    ],
  ],
  'slow-subscribers': [
    ['e2e/slow-readers', 'a stalled SSE reader is disconnected without an effect on others'],
    ['e2e/slow-readers', 'a stalled WebSocket reader is disconnected without an effect on others'],
  ],
  'heavy-subscribers': [
    [
      'integration/graphql/live-events',
      'with one connection they run one at a time, callers take turns, and other calls continue',
    ],
    ['integration/graphql/live-limits', 'a token has a limit of live subscriptions over all its sockets and streams'],
  ],
  'slow-clients': [
    ['integration/slow-clients', 'an unread answer loses its connection, and an idle stream keeps it'],
    ['integration/unread-responses', 'too many unread answers close the oldest connections, and others are answered'],
  ],
  overload: [
    [
      'integration/platform/overload',
      'a request whose body arrives after the limit is reached is refused, and never executed',
    ],
  ],
  templates: [
    ['integration/rendering/rendering', 'templates cannot read files or other templates'],
    ['integration/rendering/rendering', 'do not delay those of another team'],
  ],
  // Backups and packages
  'backup-secret': [
    ['integration/database/encrypted-backup', 'a backup does not contain the secret, and can only be restored with it'],
  ],
  'crafted-backups': [
    ['integration/database/crafted-backup', 'every crafted backup is refused in one line and changes nothing'],
    ['integration/database/crafted-backup', 'a backup with a wrong checksum is refused before anything is written'],
  ],
  erasing: [['integration/people/erasing', 'removes their address and data from the whole database']],
  packages: [
    ['unit/sbom', 'the SBOM lists every dependency of the server in its installed version'],
    ['unit/advisories', 'a serious advisory about one of our packages fails with its name'],
  ],
};

/** Subjects that need their own section of promises. */
const SUBJECTS = {
  members: 'Members',
  'forms and media': 'Links, forms and media',
  'the listener and reports': 'Received mail, reports and provider calls',
  'subscriptions and load': 'Load',
  backups: 'Backups and packages',
  secrets: 'Secrets',
};

const promises = [...PAGE.matchAll(ROW)].map(([, id = '', promise = '']) => ({ id, promise }));

test(`SECURITY.md promises ${Object.keys(TESTS).length} things, each once and with tests`, () => {
  expect(promises.map(({ id }) => id)).toEqual(Object.keys(TESTS));
  expect(new Set(promises.map(({ promise }) => promise)).size).toBe(promises.length);
  expect(promises.length).toBeGreaterThanOrEqual(40);
});

test.each(Object.entries(SUBJECTS))('SECURITY.md promises something about %s', (_, section) => {
  const [, text = ''] = PAGE.split(`### ${section}\n`);
  expect([...text.split('\n#')[0]!.matchAll(ROW)].length).toBeGreaterThanOrEqual(3);
});

describe.each(promises)('$id: $promise', ({ id }) => {
  test.each(TESTS[id] ?? [['no file', 'no test']])('%s has the test "%s"', (file, name) => {
    const path = join(ROOT, 'test', `${file}.test.ts`);
    expect(existsSync(path)).toBe(true);
    const quoted = [`'${name.replaceAll("'", "\\'")}'`, `"${name}"`, `\`${name}\``];
    const source = readFileSync(path, 'utf8');
    // The name of a test, not of one that is skipped.
    const at = Math.max(...quoted.map((text) => source.indexOf(text)));
    const call = source.slice(0, at).trimEnd();
    expect(at, name).toBeGreaterThan(0);
    expect(/\($/.test(call) && !/\b(?:skip|todo|fails)\b[^\n]*$/.test(call)).toBe(true);
  });
});
