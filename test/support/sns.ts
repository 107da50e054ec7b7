import { createSign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import tlsOptions from 'smtp-server/lib/tls-options';

/** A key and its certificate, both public. */
const { key, cert } = tlsOptions({}) as { key: string; cert: string };

/** Replaces Amazon's notification service: serves its certificate, and signs. */
export interface SnsServer {
  origin: string;
  topic: string;
  /** The requested paths. */
  visits: string[];
  /** Responds to everything with this status instead. */
  failing: number | undefined;
  /** A signed message around a notification of SES. */
  notification(message: object, changes?: Record<string, unknown>): Record<string, unknown>;
  confirmation(changes?: Record<string, unknown>): Record<string, unknown>;
  close(): Promise<void>;
}

let number = 0;

export async function startSnsServer(): Promise<SnsServer> {
  const visits: string[] = [];
  const http = createServer((request, response) => {
    visits.push(request.url ?? '');
    if (server.failing) return response.writeHead(server.failing, { location: '/elsewhere.pem' }).end();
    response.end(request.url?.endsWith('.pem') ? cert : '<ConfirmSubscriptionResponse/>');
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const topic = 'arn:aws:sns:eu-west-1:123456789012:bounces';
  const sign = (fields: readonly string[], given: Record<string, unknown>, changes: Record<string, unknown>) => {
    const message: Record<string, unknown> = {
      MessageId: `22b80b92-fdea-4c2c-8f9d-${String(++number).padStart(12, '0')}`,
      TopicArn: topic,
      Timestamp: new Date().toISOString(),
      SignatureVersion: '2',
      SigningCertURL: `${origin}/SimpleNotificationService-0123.pem`,
      ...given,
      ...changes,
    };
    const signed = fields
      .filter((field) => message[field] !== undefined)
      .map((field) => `${field}\n${message[field]}\n`);
    const algorithm = message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
    return { ...message, Signature: createSign(algorithm).update(signed.join('')).sign(key, 'base64') };
  };
  const server: SnsServer = {
    ...{ origin, topic, visits, failing: undefined },
    notification: (message, changes = {}) =>
      sign(
        ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
        { Type: 'Notification', Message: JSON.stringify(message) },
        changes,
      ),
    confirmation: (changes = {}) =>
      sign(
        ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
        {
          Type: 'SubscriptionConfirmation',
          Message: 'You have chosen to subscribe to the topic.',
          Token: '2336412f37',
          SubscribeURL: `${origin}/?Action=ConfirmSubscription&Token=2336412f37`,
        },
        changes,
      ),
    close: () => new Promise((resolve) => http.close(() => resolve())),
  };
  return server;
}
