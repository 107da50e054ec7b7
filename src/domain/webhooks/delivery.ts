/** A delivery that one worker has taken to send it. `fence` proves it; it is void once another worker has taken it. */
export interface ClaimedDelivery {
  teamId: number;
  id: string;
  /** Null: it was filed by a step of an automation. */
  webhookId: string | null;
  url: string;
  host: string;
  /** Of its endpoint. */
  lane: string;
  body: string;
  /** How often it was taken, this time included. */
  attempts: number;
  /** Of these, those before it was last sent anew. */
  before: number;
  fence: number;
}

/** A webhook, or the address of a step: what goes to one endpoint waits for nothing that goes to another. */
export interface Endpoint {
  teamId: number;
  /** Host and port. */
  host: string;
  /** The webhook's id, or the beginning of the address. */
  lane: string;
}

export const nameOf = ({ teamId, host, lane }: Endpoint): string => `${teamId} ${host} ${lane}`;

/** The deliveries of a team are kept for so many days. */
export const KEPT_DAYS = 30;
