/** The usual way: a nodemailer pool that composes and signs each message, without a database. */
import { generateKeyPairSync } from 'node:crypto';
import { Liquid } from 'liquidjs';
import { createTransport } from 'nodemailer';
import { HTML, SUBJECT, TEXT } from '../delivery/newsletter.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const liquid = new Liquid({ outputEscape: 'escape' });
const plain = new Liquid();
const subject = plain.parse(SUBJECT);
const html = liquid.parse(HTML);
const text = plain.parse(TEXT);

process.on(
  'message',
  async ({ port, messages, connections }: { port: number; messages: number; connections: number }) => {
    const transport = createTransport({
      ...{ pool: true, host: '127.0.0.1', port, maxConnections: connections, maxMessages: Number.POSITIVE_INFINITY },
      ...{ secure: false, ignoreTLS: true },
      dkim: { domainName: 'shop.example.com', keySelector: 'bench', privateKey },
    });
    const from = performance.now();
    let next = 0;
    const sender = async () => {
      while (next < messages) {
        const n = next++;
        const scope = {
          subscriber: {
            first_name: `First${n}`,
            last_name: 'Last',
            email: `n${n}@example.com`,
            attributes: { city: 'Köln' },
          },
          team: { postal_address: 'Baker Street 1, London' },
          unsubscribe_url: `https://shop.example.com/unsubscribe/${n}`,
        };
        await transport.sendMail({
          from: 'News <news@shop.example.com>',
          to: `n${n}@example.com`,
          subject: plain.renderSync(subject, scope),
          html: liquid.renderSync(html, scope),
          text: plain.renderSync(text, scope),
          list: { unsubscribe: { url: scope.unsubscribe_url, comment: 'x' } },
        });
      }
    };
    await Promise.all(Array.from({ length: connections * 4 }, sender));
    process.send?.({ seconds: (performance.now() - from) / 1000 });
    transport.close();
  },
);
process.send?.({ ready: true });
