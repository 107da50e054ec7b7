import { generateKeyPairSync } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { DnsServer } from './dns-server.ts';

/** A feedback loop, which signs its complaints as real ones do. */
export interface FeedbackLoop {
  /** An e-mail of the loop, signed for `domain` by its key. */
  sign(mail: string, given?: { skip?: string; tamper?: (signed: string) => string }): Promise<string>;
}

/** Opens a loop whose key is in DNS. */
export function openLoop(dns: DnsServer, domain: string, selector = 'loop'): FeedbackLoop {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 });
  const p = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  dns.texts.set(`${selector}._domainkey.${domain}`, [`v=DKIM1; k=rsa; p=${p}`]);
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  return {
    sign: async (mail, { skip = '', tamper = (signed: string) => signed } = {}) => {
      const transport = createTransport({
        ...{ streamTransport: true, buffer: true, newline: 'windows' },
        dkim: { domainName: domain, keySelector: selector, privateKey: pem, skipFields: skip },
      });
      const envelope = { from: 'loop@loop.test', to: ['fbl@bounces.shop.test'] };
      const raw = Buffer.from(mail.replace(/\r?\n/g, '\r\n'));
      const sent = await transport.sendMail({ envelope, raw });
      return tamper((sent.message as unknown as Buffer).toString('latin1'));
    },
  };
}
