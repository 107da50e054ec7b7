import type { BlockProblem } from '../problems.ts';
import type { Value } from './document.ts';
import type { Field } from './fields.ts';
import { ListField } from './list-field.tsx';
import { ValueField } from './value-field.tsx';

interface Props {
  fields: readonly Field[];
  values: { [key: string]: Value | undefined };
  problem: BlockProblem | undefined;
  onChange: (key: string, value: Value | undefined) => void;
}

/** The values of a block, or of one of the things in it. An emptied optional value is removed. */
export function ValueFields({ fields, values, problem, onChange }: Props) {
  return fields.map((field) => {
    if (field.as === 'flag' && field.of && !values[field.of] && !values[field.key]) return null;
    const change = (value: Value | undefined) => onChange(field.key, value);
    const value = values[field.key];
    if (field.as === 'list')
      return (
        <ListField
          key={field.key}
          field={field}
          value={value}
          problem={problem}
          onChange={change}
          edit={(item, problem, write) => (
            <ValueFields fields={field.fields} values={item} problem={problem} onChange={write} />
          )}
        />
      );
    const error = problem?.value === field.key ? problem.message : undefined;
    return <ValueField key={field.key} field={field} value={value} error={error} onChange={change} />;
  });
}
