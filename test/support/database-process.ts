/** A process that uses the embedded database of the home in its arguments (none: that of its checkout) until it is stopped. */
import { openDatabase } from '../../src/database/open.ts';
import { createLog } from '../../src/log.ts';

const { url, stop } = await openDatabase({ dataDir: process.argv[2] }, createLog('silent'));
process.send!({ url });
process.once('message', async () => {
  await stop();
  process.disconnect();
});
