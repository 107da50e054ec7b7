/**
 * `tsx test/bench/delivery/unsubscribes.ts [messages] [leavers]` (10,000, 5,000): people unsubscribe by their link's page while a
 * campaign is being sent. No message may begin later than a second after the response to its person's unsubscribe.
 */
import { columns } from '../compare.ts';
import { openInstallation, until } from './installation.ts';

const MESSAGES = Number(process.argv[2] ?? 10_000);
const LEAVERS = Number(process.argv[3] ?? 5_000);
const GRACE_MS = 1_000;

const installation = await openInstallation(MESSAGES, 5);
try {
  const { rows } = await installation.client.query('select id, email from subscribers order by random() limit $1', [
    LEAVERS,
  ]);
  const { data } = await installation.call('POST', '/campaigns', {
    name: 'May',
    list: installation.list,
    template: 'Letter',
  });
  await installation.call('POST', `/campaigns/${data.id}/send`);
  await until(async () => (await installation.accepted()).total > 0, 5);
  const left = new Map<string, number>();
  let next = 0;
  const leave = async () => {
    for (let row = rows[next++]; row; row = rows[next++]) {
      await installation.call('POST', `/subscribers/${row.id}/unsubscribe`);
      left.set(row.email, Date.now());
    }
  };
  await Promise.all(Array.from({ length: 20 }, leave));
  const during = (await installation.call('GET', `/campaigns/${data.id}`)).data.status;
  await until(async () => (await installation.call('GET', `/campaigns/${data.id}`)).data.status === 'sent');
  const counts = (await installation.call('GET', `/campaigns/${data.id}`)).data;
  const accepted = await installation.dump();
  const late = accepted.filter(([, to, began]) => began > (left.get(to) ?? Number.POSITIVE_INFINITY) + GRACE_MS);
  const latest = Math.max(0, ...accepted.map(([, to, began]) => began - (left.get(to) ?? Number.POSITIVE_INFINITY)));
  const fine =
    late.length === 0 &&
    accepted.length === counts.sent_count &&
    counts.sent_count + counts.withheld_count === MESSAGES;
  console.log(
    columns([
      ['messages, people who left meanwhile', `${MESSAGES}, ${LEAVERS} (campaign then: ${during})`],
      ['arrived; the API says sent, withheld', `${accepted.length}; ${counts.sent_count}, ${counts.withheld_count}`],
      ['begun after its person had left: latest', `${latest} ms`],
      ['begun later than a second after', `${late.length}${fine ? '' : ' FAULT'}`],
    ]),
  );
  process.exitCode = fine ? 0 : 1;
} finally {
  await installation.close();
}
