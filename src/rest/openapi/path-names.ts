/** The name of a path variable in the description: `import` is a reserved word in most languages, `import_id` in none. */
export const pathName = (name: string): string => (name === 'key' ? name : `${name}_id`);

/** A route's path with its variables in braces: `/lists/{list_id}`. */
export const templated = (path: string): string => path.replace(/:(\w+)/g, (_, name: string) => `{${pathName(name)}}`);
