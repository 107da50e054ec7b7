/** A subscriber of a test, with everything a segment can query. Days count back from now. */
export interface Person {
  email: string;
  subscribed: boolean;
  /** Null: never, as for unconfirmed people. */
  subscribedDaysAgo: number | null;
  locale?: string;
  first_name?: string;
  last_name?: string;
  timezone?: string;
  tags: string[];
  attributes: { city?: string; age?: number; born?: string; due?: string; paid?: boolean };
  events: Performed[];
  touches: { daysAgo: number }[];
  mails: Mail[];
  bounces: Bounce[];
  /** At most one e-mail per campaign. */
  campaigns: Record<string, Omit<Mail, 'template'>>;
}

export interface Performed {
  name: string;
  daysAgo: number;
  properties: Record<string, unknown> | null;
  value?: number;
  currency?: string;
}

export interface Bounce {
  kind: 'soft_bounce' | 'hard_bounce' | 'complaint';
  /** Null: unknown. */
  cause: string | null;
  daysAgo: number;
}

export interface Mail {
  template: string;
  sent: boolean;
  daysAgo: number;
  opened?: number;
  clicked?: number;
}
