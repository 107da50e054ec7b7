import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Request {
  url: string | undefined;
  headers: IncomingMessage['headers'];
  message: string;
}

/** A server that answers as rspamd documents `/checkv2`. Returns its address and what it was sent. */
async function openRspamd(status: number, answer: string) {
  const requests: Request[] = [];
  const server = createServer(async (request, response) => {
    requests.push({ url: request.url, headers: request.headers, message: await text(request) });
    response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => server.close());
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

async function openApp(spamFilterUrl: string | undefined): Promise<{ app: TestApp; id: string }> {
  const app = await openTestApp({ ...(spamFilterUrl !== undefined && { spamFilterUrl }) });
  closing.push(() => app.close());
  await app.rest('POST', '/templates', TEMPLATE);
  const list = await makeList(app, { from_email: 'news@shop.test', from_name: 'The Shop' });
  await subscribe(app, list, [{ email: 'ann@people.test', first_name: 'Ann' }]);
  return { app, id: await makeCampaign(app, list) };
}

const scoreOf = async ({ app, id }: { app: TestApp; id: string }) => {
  const query = `{ checkCampaign(id: "${id}") { spamScore { score threshold rules { name score description } } warnings { path code message } } }`;
  const { spamScore, warnings } = (await ask(app, query)).checkCampaign;
  const ours = warnings.filter(({ path }: { path: string[] }) => path[0] === 'spam');
  expect(ours.every(({ code }: { code: string }) => code === 'SPAM')).toBe(true);
  return { spamScore, warnings: ours.map(({ message }: { message: string }) => message) };
};

const SYMBOLS = {
  MIME_HTML_ONLY: { name: 'MIME_HTML_ONLY', score: 0.2, description: 'Message has only an HTML part' },
  R_SUSPICIOUS_URL: { name: 'R_SUSPICIOUS_URL', score: 5 },
  DMARC_NA: { name: 'DMARC_NA', score: 0, description: 'No DMARC record' },
  ARC_ALLOW: { name: 'ARC_ALLOW', score: -1, description: 'ARC checks success' },
};

test('rspamd rates the message of the first recipient', async () => {
  const answer = JSON.stringify({ score: 4.2, required_score: 15, action: 'no action', symbols: SYMBOLS });
  const { host, requests } = await openRspamd(200, answer);
  expect(await scoreOf(await openApp(`http://:se%20cret@${host}/`))).toEqual({
    spamScore: {
      ...{ score: 4.2, threshold: 15 },
      rules: [
        { name: 'R_SUSPICIOUS_URL', score: 5, description: null },
        { name: 'MIME_HTML_ONLY', score: 0.2, description: 'Message has only an HTML part' },
        { name: 'ARC_ALLOW', score: -1, description: 'ARC checks success' },
      ],
    },
    warnings: [],
  });
  const [request] = requests;
  expect([request!.url, request!.headers.password]).toEqual(['/checkv2', 'se cret']);
  expect(request!.message).toMatch(/^From: The Shop <news@shop\.test>\r\n/m);
  expect(request!.message).toMatch(/^To: ann@people\.test\r\nSubject: News for Ann\r\n/m);
  expect(request!.message).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
});

test('a message that the filter calls spam has a warning that names the weightiest rules', async () => {
  const { host } = await openRspamd(200, JSON.stringify({ score: 6, required_score: 5, symbols: SYMBOLS }));
  const { warnings } = await scoreOf(await openApp(`http://${host}`));
  expect(warnings).toEqual([
    'The spam filter gives the message 6 points, and 5 mean spam: R_SUSPICIOUS_URL (5), Message has only an HTML part (0.2), ARC checks success (-1).',
  ]);
});

const REPORT = `Spam detection software, running on the system "mail".

Content preview:  hello

Content analysis details:   (5.2 points, 5.0 required)

 pts rule name              description
---- ---------------------- --------------------------------------------------
 1.0 MISSING_FROM           Missing From: header
 4.3 HTML_IMAGE_ONLY_04     BODY: HTML: images with 0-400 bytes of
                            words
-0.1 DKIM_VALID             Message has a valid signature
-0.0 NO_RELAYS              Informational: message was not relayed via SMTP

`;

/** A server that answers as SpamAssassin's spamd, in two parts. */
async function openSpamd(answer: string): Promise<string> {
  const server = createSocketServer({ allowHalfOpen: true }, async (socket) => {
    let request = '';
    socket.setEncoding('utf8').on('data', (part) => {
      request += part;
    });
    await once(socket, 'end');
    const [, length] = /^REPORT SPAMC\/1\.5\r\nContent-length: (\d+)\r\n\r\n/.exec(request) ?? [];
    const isWhole = Buffer.byteLength(request.slice(request.indexOf('\r\n\r\n') + 4)) === Number(length);
    socket.write(isWhole ? answer.slice(0, 20) : 'SPAMD/1.0 76 Bad header line');
    socket.end(isWhole ? answer.slice(20) : '');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => server.close());
  return `spamd://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('SpamAssassin rates the message by its report', async () => {
  const head = `SPAMD/1.1 0 EX_OK\r\nContent-length: ${REPORT.length}\r\nSpam: True ; 5.2 / 5.0\r\n\r\n`;
  const found = await scoreOf(await openApp(await openSpamd(head + REPORT)));
  expect(found.spamScore).toEqual({
    ...{ score: 5.2, threshold: 5 },
    rules: [
      { name: 'HTML_IMAGE_ONLY_04', score: 4.3, description: 'HTML: images with 0-400 bytes of words' },
      { name: 'MISSING_FROM', score: 1, description: 'Missing From: header' },
      { name: 'DKIM_VALID', score: -0.1, description: 'Message has a valid signature' },
    ],
  });
  expect(found.warnings).toEqual([expect.stringContaining('gives the message 5.2 points, and 5 mean spam')]);
});

test.each<[string, number, string]>([
  ['it answers with the status 403', 403, '{"error":"unauthorized"}'],
  ['it does not answer as rspamd does', 200, '<html>'],
  ['it does not answer as rspamd does', 200, '{"score":"high"}'],
])('a filter without a score leaves the check whole: %s', async (words, status, answer) => {
  const { host } = await openRspamd(status, answer);
  expect(await scoreOf(await openApp(`http://${host}`))).toEqual({
    spamScore: null,
    warnings: [`The spam filter gave no score: ${words}.`],
  });
});

test('a filter that is not there, or is no spamd, leaves the check whole', async () => {
  const app = await openApp(await openSpamd('220 mail.test ESMTP\r\n'));
  expect((await scoreOf(app)).warnings).toEqual(['The spam filter gave no score: it does not answer as spamd does.']);
  for (const close of closing.splice(0, 1)) await close(); // the filter
  const gone = await scoreOf(app);
  expect(gone.warnings).toEqual(['The spam filter gave no score: it does not answer.']);
});

test('without a filter there is no score', async () => {
  expect(await scoreOf(await openApp(undefined))).toEqual({ spamScore: null, warnings: [] });
});

test.each(['rspamd:11333', 'ftp://mail.test', 'spamd://'])(
  'a start with the filter %s says how its address begins',
  (url) => {
    expect(() => readConfig({ SPAM_FILTER_URL: url })).toThrow(
      /SPAM_FILTER_URL must be http:\/\/host:11333 for rspamd/,
    );
  },
);
