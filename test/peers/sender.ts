import { startJobs } from '../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeList, subscribe } from '../support/audience.ts';
import { makeCampaign } from '../support/campaigns.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { type Inbox, openInbox } from '../support/inbox.ts';

/** A team with its own sending domain, whose key is in DNS. */
export interface Sender {
  api: TestApp;
  inbox: Inbox;
  dns: DnsServer;
  from: string;
  /** Sends an e-mail and returns the received message, byte for byte. */
  send(mail: { template: string } & Record<string, unknown>): Promise<string>;
  /** Sends a campaign with a template to one new subscriber and returns the received message. */
  sendToList(template: string): Promise<string>;
  close(): Promise<void>;
}

export async function openSender(): Promise<Sender> {
  const dns = await startDnsServer();
  const api = await openTestApp({ dnsServers: [dns.address], publicUrl: 'https://mail.bakery.example' });
  const inbox = await openInbox(api.installation);
  const jobs = startJobs(api.installation);
  const from = 'shop@bakery.example';
  const { body } = await api.rest('POST', '/sending-domains', { domain: 'bakery.example' });
  for (const { name, value } of body.data.records) dns.texts.set(name, [value]);
  const { body: checked } = await api.rest('POST', `/sending-domains/${body.data.id}/check`);
  if (!checked.data.verified_at) throw new Error('The domain is not verified.');
  const address = 'Long Street 12, 1011 Amsterdam';
  await api.rest('PATCH', '/team', {
    name: 'The Bakery',
    from_email: from,
    from_name: 'The Bakery',
    postal_address: address,
  });
  let number = 0;
  return {
    ...{ api, inbox, dns, from },
    send: async (mail) => {
      const to = `reader${++number}@x.test`;
      const { status, body } = await api.rest('POST', '/transactional-mails', { ...mail, to: [to] });
      if (status !== 201) throw new Error(`The mail was answered ${status}: ${JSON.stringify(body)}`);
      return (await inbox.mailTo(to))[0]!.raw;
    },
    sendToList: async (template) => {
      const email = `subscriber${++number}@x.test`;
      const list = await makeList(api, { name: 'The Bakery’s letter', from_email: from, from_name: 'The Bakery' });
      await subscribe(api, list, [{ email, first_name: 'Ann' }]);
      const id = await makeCampaign(api, list, { template });
      const { status } = await api.rest('POST', `/campaigns/${id}/send`);
      if (status !== 200) throw new Error(`The campaign was answered ${status}`);
      return (await inbox.mailTo(email))[0]!.raw;
    },
    close: async () => {
      await jobs.stop();
      await inbox.stop();
      await api.close();
      await dns.close();
    },
  };
}

export const longestLine = (raw: string): number =>
  Math.max(...raw.split('\r\n').map((line) => Buffer.byteLength(line)));
