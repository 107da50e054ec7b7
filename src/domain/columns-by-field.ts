/** The columns of each field of an input. A new field does not compile without its columns. */
type Table<Input, Columns> = {
  readonly [Field in keyof Input]-?: (value: Exclude<Input[Field], undefined>) => Columns;
};

/** Makes a function that returns the columns of the given fields, by a table. Absent fields have none. */
export const columnsByField =
  <Input extends object, Columns extends object>(table: Table<Input, Columns>) =>
  (given: Input): Columns => {
    const columnsOf = <Field extends keyof Input>(field: Field): Columns | undefined =>
      given[field] === undefined ? undefined : table[field](given[field] as Exclude<Input[Field], undefined>);
    return Object.assign({}, ...(Object.keys(table) as (keyof Input)[]).map(columnsOf));
  };

/** Takes the fields of an input that are left when each known one was read. A new one does not compile. */
export const nothingElse = (_others: Record<string, never>): void => undefined;
