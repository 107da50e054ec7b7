import type { Config } from '../../config.ts';
import { isPrivateHost } from '../../network/private-address.ts';
import type { Scope } from '../../scope.ts';
import { readDefaultTransport } from './default-transport.ts';
import { readTransports } from './transports.ts';

/** The mail server that receives messages from us. */
export interface OutgoingServer {
  host: string;
  port: number;
}

/**
 * Returns the server of a transport, else the team's default, else the installation's own. Undefined for the outbox, which
 * sends nothing.
 */
export async function readOutgoingServer(
  scope: Scope,
  { mailUrl }: Pick<Config, 'mailUrl'>,
  transportId: string | null = null,
): Promise<OutgoingServer | undefined> {
  const wanted = [transportId, await readDefaultTransport(scope)].filter((id) => id !== null);
  const known = await readTransports(scope, wanted);
  const row = wanted.map((id) => known.find((transport) => transport.id === id)).find((found) => found);
  return row ?? (mailUrl ? serverOf(new URL(mailUrl)) : undefined);
}

const serverOf = ({ hostname, port, protocol }: URL): OutgoingServer => ({
  host: hostname.replace(/^\[(.*)\]$/, '$1'),
  port: Number(port) || (protocol === 'smtps:' ? 465 : 587),
});

const MAIL_PORTS = [25, 465, 587];

/**
 * Whether messages reach people. They do not from the outbox, nor from a private server at a non-mail port: that is a mail
 * catcher, such as Mailpit at 1025. A team's own relay uses a mail port.
 */
export const reachesPeople = (server: OutgoingServer | undefined): boolean =>
  server !== undefined && (!isPrivateHost(server.host) || MAIL_PORTS.includes(server.port));
