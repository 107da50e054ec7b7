import { FIELD_KEY, RESERVED_KEYS } from '../domain/audience/attributes.ts';
import { FIELDS } from '../domain/imports/csv/field-names.ts';
import type { GivenOptions } from '../domain/imports/csv/options.ts';
import type { ImportPreview } from '../domain/imports/preview-import.ts';
import { type Issue, ValidationError } from '../errors.ts';
import { builder } from './builder.ts';
import { ImportColumnFormatInput, ImportTargetInput, type Target } from './import-columns.ts';
import { SubscriberStatus } from './subscriber.ts';
import type { Path } from './type-pairs.ts';
import { eitherForm } from './typed-input.ts';

export const ImportColumnInput = builder.inputType('ImportColumnInput', {
  description: 'How an import reads a column of the file.',
  fields: (t) => ({
    column: t.string({ required: true, description: 'The name of the column in the header, or its number from 1.' }),
    target: t.field({ type: ImportTargetInput, description: 'Default: detected from the name of the column.' }),
    format: t.field({ type: ImportColumnFormatInput, description: 'Default: detected from the cells.' }),
  }),
});

export const ImportStatusWordInput = builder.inputType('ImportStatusWordInput', {
  description: 'The meaning of a word in status and opt-in columns.',
  fields: (t) => ({
    word: t.string({ required: true, description: 'The word in the file, in any case.' }),
    status: t.field({ type: SubscriberStatus, required: true, description: 'The status of people with this word.' }),
  }),
});

interface Column {
  column: string;
  target?: typeof ImportTargetInput.$inferInput | null | undefined;
  format?: object | null | undefined;
}

interface StatusWord {
  word: string;
  status: string;
}

interface Settings {
  columns?: readonly Column[] | null | undefined;
  statusWords?: readonly StatusWord[] | null | undefined;
}

/**
 * Calls the domain with the settings of an import, which it takes as maps by column and word. Issues get the paths of the
 * typed lists. Throws ValidationError if the caller sent both forms of a setting.
 */
export function withSettings<Result>(
  { columns, statusWords, ...given }: GivenOptions & Settings,
  act: (options: GivenOptions) => Promise<Result>,
): Promise<Result> {
  const ofColumns = {
    typed: 'columns',
    keys: ['mapping', 'formats'],
    toJson: mapsOf,
    toPath: pathInColumns,
    ownIssues: strangeKeys,
    act: (options: GivenOptions) =>
      eitherForm<readonly StatusWord[], GivenOptions, Result>(options, statusWords, {
        typed: 'statusWords',
        keys: ['statuses'],
        toJson: statusesOf,
        toPath: ([, word], words) => [words.findIndex((one) => one.word === word)],
        act,
      }),
  };
  return eitherForm<readonly Column[], GivenOptions, Result>(given, columns, ofColumns);
}

/** The same for a preview, in which questions about columns get the paths of the typed list too. */
export async function previewWithSettings(
  options: GivenOptions & Settings,
  act: (options: GivenOptions) => Promise<ImportPreview>,
): Promise<ImportPreview> {
  const preview = await withSettings(options, act);
  const { columns } = options;
  if (!columns) return preview;
  const problems = preview.problems.map(({ column, issue }) => ({
    column,
    issue: column === null ? issue : { ...issue, path: ['columns', ...pathInColumns(issue.path, columns)] },
  }));
  return { ...preview, problems };
}

/** The target of a column in a preview, by the name of its field. */
export function targetOf(field: string | null): Target {
  const [, attribute] = /^attributes\.(.+)$/.exec(field ?? '') ?? [];
  if (attribute !== undefined) return { attribute };
  const known = FIELDS.find((one) => one === field);
  return known ? { field: known } : { ignored: true };
}

function mapsOf(columns: readonly Column[]): Pick<GivenOptions, 'mapping' | 'formats'> {
  refuseTwice('columns', 'column', columns);
  const kept = columns.flatMap(({ target }, index): Issue[] =>
    target?.ignored === false ? [{ path: ['columns', index, 'target', 'ignored'], problem: 'must be true.' }] : [],
  );
  if (kept.length > 0) throw new ValidationError(kept);
  const targets = columns.flatMap(({ column, target }) => (target ? [[column, fieldOf(target)] as const] : []));
  const formats = columns.flatMap(({ column, format }) => (format ? [[column, withoutEmpty(format)] as const] : []));
  return {
    ...(targets.length > 0 && { mapping: Object.fromEntries(targets) }),
    ...(formats.length > 0 && { formats: Object.fromEntries(formats) }),
  };
}

const fieldOf = ({ field, attribute }: typeof ImportTargetInput.$inferInput): string | null =>
  field ?? (attribute == null ? null : `attributes.${attribute}`);

/** A preview has empty lists of words for columns of other types. */
const withoutEmpty = (format: object): object =>
  Object.fromEntries(Object.entries(format).filter(([, part]) => !Array.isArray(part) || part.length > 0));

function statusesOf(words: readonly StatusWord[]): Pick<GivenOptions, 'statuses'> {
  refuseTwice('statusWords', 'word', words);
  return { statuses: Object.fromEntries(words.map(({ word, status }) => [word, status])) };
}

/** A map has each key once, so the domain cannot see the second one. */
function refuseTwice<Key extends string>(list: string, key: Key, rows: readonly Record<Key, unknown>[]): void {
  const keys = rows.map((row) => row[key]);
  const issues = keys.flatMap((value, index): Issue[] =>
    keys.indexOf(value) < index ? [{ path: [list, index, key], problem: 'is given twice.' }] : [],
  );
  if (issues.length > 0) throw new ValidationError(issues);
}

/** Questions of the importer name columns that the caller has left out: they keep the name. */
function pathInColumns([setting, name, ...rest]: Path, columns: readonly Column[]): Path {
  const index = columns.findIndex(({ column }) => column === name);
  if (index < 0) return name === undefined ? [] : [name];
  return [index, setting === 'mapping' ? 'target' : 'format', ...rest];
}

/** The domain refuses these keys too, but in the words of the JSON form. */
const strangeKeys = (columns: readonly Column[]): Issue[] =>
  columns.flatMap(({ target }, index) => {
    const key = target?.attribute;
    const isKey = key == null || (FIELD_KEY.test(key) && !RESERVED_KEYS.has(key));
    return isKey ? [] : [{ path: [index, 'target', 'attribute'], problem: 'must be the key of a contact field.' }];
  });
