/** A delivery claimed by one worker. `fence` proves the claim; it is void once another worker has claimed the delivery. */
export interface ClaimedWebhookDelivery {
  teamId: number;
  id: string;
  /** Null: an automation step wrote it. */
  webhookId: string | null;
  url: string;
  host: string;
  /** Identifies its endpoint: the id of the webhook, or the URL of an automation step. */
  lane: string;
  body: string;
  /** How often it was claimed, including this time. */
  attempts: number;
  /** How many of these were before it was last resent. */
  before: number;
  fence: number;
}

/** A webhook, or the address of a step. Deliveries to one endpoint never wait for another. */
export interface Endpoint {
  teamId: number;
  /** Host and port. */
  host: string;
  /** The webhook's id, or the beginning of the address. */
  lane: string;
}

export const nameOf = ({ teamId, host, lane }: Endpoint): string => `${teamId} ${host} ${lane}`;

/** How many days the deliveries of a team are kept. */
export const KEPT_DAYS = 30;
