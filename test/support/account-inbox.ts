import { readMailUrl } from '../../src/delivery/transports/mail-url.ts';
import { createSmtp } from '../../src/delivery/transports/smtp.ts';
import { startJobs } from '../../src/jobs/start.ts';
import type { TestApp } from './app.ts';
import { startMailServer } from './mail-server.ts';
import { until } from './until.ts';

/** Runs the jobs of an installation, whose account e-mails go to a mail server of the test. */
export async function openAccountInbox({ installation }: TestApp) {
  const server = await startMailServer();
  const transport = createSmtp(readMailUrl(server.url));
  const jobs = startJobs({ ...installation, transport });
  const received = (email: string) => server.received.filter(({ envelope }) => envelope.to.includes(email));
  return {
    server,
    /** The path of the link in an account e-mail to an address, by its index. */
    linkTo: async (email: string, place = 0): Promise<string> => {
      await until(() => received(email).length > place);
      const { mail } = received(email)[place]!;
      const [url] = /http:\/\/\S+\/(sign-in\/link|join)\/[\w-]{43}/.exec(mail.text ?? '') ?? [];
      if (!url || !String(mail.html).includes(url)) throw new Error(`no link in ${mail.text}`);
      return new URL(url).pathname;
    },
    received,
    stop: async () => {
      await jobs.stop();
      await transport.close();
      await server.close();
    },
  };
}
