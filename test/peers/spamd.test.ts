import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { askSpamFilter } from '../../src/network/spam/ask-spam-filter.ts';
import { openTestApp } from '../support/app.ts';
import { makeList, subscribe } from '../support/audience.ts';
import { makeCampaign } from '../support/campaigns.ts';
import { ask } from '../support/graphql.ts';
import { freePort } from '../support/server.ts';
import { until } from '../support/until.ts';

test('spamd rates a campaign before it leaves', async () => {
  const port = await freePort();
  const url = `spamd://127.0.0.1:${port}`;
  const spamd = spawn('/usr/sbin/spamd', ['-L', '-x', '-m', '1', '-i', '127.0.0.1', '-p', String(port)]);
  const app = await openTestApp({ spamFilterUrl: url });
  try {
    const isUp = () =>
      askSpamFilter(url, Buffer.from('Subject: x\r\n\r\nx')).then(
        () => true,
        () => false,
      );
    await until(isUp, 60);
    const content = '<p>Dear friend, buy viagra now, 100% free!!!</p><img alt="x" src="https://shop.test/a.png">';
    await app.rest('POST', '/templates', { name: 'Issue', editor: 'html', subject: 'WIN MONEY NOW', content });
    const list = await makeList(app);
    await subscribe(app, list, [{ email: 'ann@people.test' }]);
    const id = await makeCampaign(app, list);
    const { spamScore } = (
      await ask(app, `{ checkCampaign(id: "${id}") { spamScore { score threshold rules { name } } } }`)
    ).checkCampaign;
    expect(spamScore).toMatchObject({ threshold: 5, score: expect.any(Number) });
    expect(spamScore.score).toBeGreaterThan(1);
    expect(spamScore.rules.map(({ name }: { name: string }) => name)).toContain('SUBJ_ALL_CAPS');
  } finally {
    await app.close();
    spamd.kill();
    await once(spamd, 'close');
  }
});
