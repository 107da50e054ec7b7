/** Which way a message goes, and what is paused or limited: a recipient domain by a transport, or a whole transport. */
export interface SendRoute {
  teamId: number;
  /** Null is the installation's own transport. */
  transportId: string | null;
  /** Of the first recipient, in ASCII; '' for the whole transport. */
  domain: string;
}

/** A name for a route, to keep things by. */
export const routeKey = ({ teamId, transportId, domain }: SendRoute): string =>
  `${teamId} ${transportId ?? ''} ${domain}`;
