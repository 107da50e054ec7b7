import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Registry } from 'prom-client';

interface Question {
  tidings: 'metrics';
  id: number;
}

interface Answer extends Question {
  /** Absent if a process did not answer in time. */
  text?: string;
}

/**
 * The metrics in `registers`, as text. Of several processes on one port, whichever is asked returns the sums of all: it asks the
 * process that started them, which asks each (prom-client's cluster protocol).
 */
export function metricsOfAll(registers: Registry[]): () => Promise<string> {
  const alone = Registry.merge(registers);
  if (!cluster.worker) return () => alone.metrics();
  const { worker } = cluster;
  AggregatorRegistry.setRegistries(registers);
  new AggregatorRegistry(); // answers the primary
  let asked = 0;
  const waiting = new Map<number, (text: string | undefined) => void>();
  worker.on('message', (message: Partial<Answer>) => {
    if (message?.tidings !== 'metrics') return;
    waiting.get(message.id!)?.(message.text);
    waiting.delete(message.id!);
  });
  return async () => {
    const id = asked++;
    const text = new Promise<string | undefined>((resolve) => waiting.set(id, resolve));
    worker.send({ tidings: 'metrics', id } satisfies Question);
    return (await text) ?? alone.metrics();
  };
}

/** Answers the questions of the started processes for the sums of all. */
export function answerForAll(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', async (worker: Worker, message: Partial<Question>) => {
    if (message?.tidings !== 'metrics') return;
    const text = await all.clusterMetrics().catch(() => undefined);
    if (worker.isConnected()) worker.send({ ...message, ...(text !== undefined && { text }) } as Answer);
  });
}
