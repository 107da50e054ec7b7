/** The route of a message. Pauses and limits apply to a recipient domain by a transport, or to a whole transport. */
export interface SendRoute {
  teamId: number;
  /** Null is the installation's own transport. */
  transportId: string | null;
  /** The domain of the first recipient, in ASCII; '' for the whole transport. */
  domain: string;
}

/** A string that identifies a route, for use as a map key. */
export const routeKey = ({ teamId, transportId, domain }: SendRoute): string =>
  `${teamId} ${transportId ?? ''} ${domain}`;
