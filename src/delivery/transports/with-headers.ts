import { foldLines } from 'nodemailer/lib/mime-funcs';
import { headerValue } from '../../domain/sending/compose/header-value.ts';
import type { MessageHeaders } from '../../validation/message-headers.ts';
import type { OutgoingMessage, Transport } from './transport.ts';

/** The same transport, but adds headers that a message lacks. They are not signed: providers read and remove them. */
export function withHeaders(transport: Transport, headers: MessageHeaders): Transport {
  const lines = Object.entries(headers).map(([name, value]) => ({ name, line: lineOf(name, value) }));
  if (lines.length === 0) return transport;
  return {
    ...transport,
    connect: async (isUrgent) => {
      const connection = await transport.connect(isUrgent);
      if (connection.kind !== 'connected') return connection;
      return {
        ...connection,
        send: (message, stillOurs) => connection.send(withLines(message, lines), stillOurs),
      };
    },
  };
}

const lineOf = (name: string, value: string): string => `${foldLines(`${name}: ${headerValue(value)}`, 76)}\r\n`;

interface Line {
  name: string;
  line: string;
}

function withLines(message: OutgoingMessage, lines: readonly Line[]): OutgoingMessage {
  const { raw, ascii } = message;
  return {
    ...message,
    raw: withMissing(raw, lines),
    ...(ascii && { ascii: async () => withLines(await ascii(), lines) }),
  };
}

function withMissing(raw: Buffer, lines: readonly Line[]): Buffer {
  const end = raw.indexOf('\r\n\r\n');
  const head = `\r\n${raw
    .subarray(0, end < 0 ? raw.length : end)
    .toString('latin1')
    .toLowerCase()}`;
  const missing = lines.filter(({ name }) => !head.includes(`\r\n${name.toLowerCase()}:`));
  return Buffer.concat([Buffer.from(missing.map(({ line }) => line).join(''), 'latin1'), raw]);
}
