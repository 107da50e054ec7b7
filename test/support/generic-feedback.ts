import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { genericSample } from './providers.ts';
import type { ReceivedMessage } from './received-messages.ts';

export type ReportKind = 'bounce' | 'soft' | 'complaint';

/** Opens a feedback source; returns a function that reports an event of a message. */
export async function openReporter(
  api: TestApp,
): Promise<(kind: ReportKind, message: ReceivedMessage) => Promise<void>> {
  const { data: source } = (await api.rest('POST', '/feedback-sources', { provider: 'generic' })).body;
  return async (kind, { id, to }) => {
    const { headers, body: payload } = genericSample.sign(genericSample[kind]({ id, to } as never), source.secret);
    const { statusCode } = await api.app.inject({
      method: 'POST',
      url: new URL(source.url).pathname,
      headers,
      payload,
    });
    expect(statusCode).toBeLessThan(300);
  };
}
