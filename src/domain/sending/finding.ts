const KEY_PURPOSES = ['dkim', 'next_dkim', 'old_dkim'] as const;
/** A domain has one record for each, or none. */
export const OTHER_PURPOSES = [
  ...(['spf', 'dmarc', 'return_path_mx', 'return_path_spf'] as const),
  ...(['dmarc_reports', 'tls_reports', 'bimi'] as const),
] as const;
export const RECORD_PURPOSES = [...KEY_PURPOSES, ...OTHER_PURPOSES] as const;
export const RECORD_STATES = ['ok', 'missing', 'different', 'unknown'] as const;
export type Purpose = (typeof RECORD_PURPOSES)[number];
export type RecordState = (typeof RECORD_STATES)[number];

/** The state of a record: the value to publish, and the result of the last check. */
export interface Finding {
  name: string;
  /** The value to publish. It keeps the correct parts of a published record. */
  value: string;
  /** `unknown`: not checked yet, or no server answered. */
  state: RecordState;
  /** The published values. */
  published: readonly string[];
  /** Sentences for the owner of the domain. */
  advice: readonly string[];
}

export type OtherPurpose = (typeof OTHER_PURPOSES)[number];

/** As stored with the domain. `other_dkim`: the records of the next key and of old ones. */
export type Findings = Partial<Record<OtherPurpose, Finding>> & { dkim?: Finding; other_dkim?: readonly Finding[] };

/** A record that was not looked up yet. */
export const unseen = (name: string, value: string, advice: readonly string[] = []): Finding => ({
  name,
  value,
  state: 'unknown',
  published: [],
  advice,
});
