import { type Issue, summary } from '../errors.ts';
import { answer } from './answer.ts';
import { messagesByField, onTheWire } from './errors.ts';
import { COUNT, FIELD_ERRORS } from './openapi/envelopes.ts';
import { absentForNull, listOf, object, split } from './openapi/shapes.ts';

/** The result of a batch row, as a document returns it. */
export interface RowResult {
  index: number;
  status: string;
  id: string | null;
  issues?: readonly Issue[] | null;
  /** Present if the batch's rows can have warnings. */
  warnings?: readonly string[];
}

const messages = (issues: readonly Issue[], prefix: (string | number)[] = []) =>
  messagesByField(
    issues.map((issue) => onTheWire(issue)),
    prefix,
  );

/** Only the keys that apply. */
export const resultView = ({ index, status, id, issues, warnings }: RowResult) => ({
  index,
  status,
  ...(id && { id }),
  ...(issues && { errors: messages(issues) }),
  ...(warnings && warnings.length > 0 && { warnings }),
});

/**
 * `{data, failed}` of a batch with rows that are validated on their own. `rows` is their key in the body. If every
 * row is invalid, nothing was done, and the answer is the same as for a single row.
 */
export const batchOf = (rows: string) =>
  answer(
    (results: readonly RowResult[]) => {
      const invalid = results.filter(({ issues }) => issues);
      if (invalid.length === results.length) return allInvalid(rows, invalid);
      return { status: 200, body: { data: results.map(resultView), failed: invalid.length } };
    },
    (value) => {
      const [, shown] = split(value, 'issues');
      const result = absentForNull(object({ ...shown, errors: FIELD_ERRORS }), 'id', 'errors');
      const required = (result.required as string[]).filter((name) => name !== 'warnings');
      const data = listOf({ ...result, required });
      return { 200: object({ data, failed: COUNT }) };
    },
  );

function allInvalid(rows: string, results: readonly RowResult[]) {
  const errors: Record<string, string[]> = Object.assign(
    {},
    ...results.map(({ index, issues }) => messages(issues ?? [], [rows, index])),
  );
  return { status: 422, body: { message: summary(Object.values(errors).flat()), errors } };
}
