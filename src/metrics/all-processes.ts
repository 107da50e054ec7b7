import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { AggregatorRegistry, Registry } from 'prom-client';

interface Question {
  tidings: 'metrics';
  id: number;
}

interface Answer extends Question {
  /** Absent if a process did not answer in time. */
  text?: string;
}

let asked = 0;

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
  return async () => {
    const question: Question = { tidings: 'metrics', id: asked++ };
    worker.send(question);
    for (;;) {
      const [message] = (await once(worker, 'message')) as [Partial<Answer>];
      if (message?.tidings === 'metrics' && message.id === question.id) return message.text ?? alone.metrics();
    }
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
