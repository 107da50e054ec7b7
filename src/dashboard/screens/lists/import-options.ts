import type { Fields } from './csv-preview.ts';

/** The field of each column, or null to ignore it. Undefined: undecided. */
export type ColumnMapping = Record<string, string | null | undefined>;

/** The import options of a file, in the form of the API. */
export interface ImportOptions {
  /** Where columns go; undefined leaves it to the server. */
  mapping: ColumnMapping | undefined;
  tags: string[];
  confirmed: boolean;
  consent: string;
  resubscribe: boolean;
  importUnsubscribed: boolean;
  /** Whether a row with a value that is not valid fails, instead of losing the value. */
  failRows: boolean;
  /** How columns are written, by their names. */
  formats: Record<string, { date: string } | { decimal: string }>;
  /** The meaning of words in a status column. */
  statuses: Record<string, string>;
  /** How the file is read; empty leaves it to the server. */
  encoding: string;
  delimiter: string;
  header: string;
}

export const NO_OPTIONS: ImportOptions = {
  mapping: undefined,
  tags: [],
  confirmed: false,
  consent: '',
  encoding: '',
  delimiter: '',
  header: '',
  resubscribe: false,
  importUnsubscribed: false,
  failRows: false,
  formats: {},
  statuses: {},
};

/** The options as form fields beside the file; defaults are omitted. */
export const fieldsOf = (options: ImportOptions): Fields => ({
  mapping: options.mapping && JSON.stringify(options.mapping),
  tags: options.tags.join(',') || undefined,
  confirmed: options.confirmed ? 'true' : undefined,
  consent: options.consent.trim() || undefined,
  resubscribe: options.resubscribe ? 'true' : undefined,
  import_unsubscribed: options.importUnsubscribed ? 'true' : undefined,
  on_invalid: options.failRows ? 'fail_row' : undefined,
  formats: jsonOf(options.formats),
  statuses: jsonOf(options.statuses),
  encoding: options.encoding || undefined,
  delimiter: options.delimiter || undefined,
  header: options.header || undefined,
});

const jsonOf = (given: object): string | undefined =>
  Object.keys(given).length > 0 ? JSON.stringify(given) : undefined;
