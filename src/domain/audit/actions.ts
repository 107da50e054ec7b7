import { AUDITED } from './audited.ts';

type Audited = typeof AUDITED;

/** The type of an action's object. */
export type ObjectType = keyof Audited;

/** An action in the audit log: the object, then the verb, as in `list.created`. */
export type Action = {
  [Type in ObjectType]: `${Type}.${keyof Audited[Type]['actions'] & string}`;
}[ObjectType];

export const OBJECT_TYPES = Object.keys(AUDITED) as [ObjectType, ...ObjectType[]];

export const ACTIONS = OBJECT_TYPES.flatMap((type) =>
  Object.keys(AUDITED[type].actions).map((verb) => `${type}.${verb}` as Action),
) as [Action, ...Action[]];

/** The type of an action's object: its first word. */
export const objectTypeOf = (action: Action): ObjectType => action.split('.')[0] as ObjectType;

/** The column of an object that is stored as its name, if there is one. */
export function nameColumnOf(action: Action): string | undefined {
  const audited = AUDITED[objectTypeOf(action)];
  return 'named' in audited ? audited.named : undefined;
}

/** Each action in words. */
export const ACTION_WORDS: ReadonlyMap<string, string> = new Map(
  OBJECT_TYPES.flatMap((type) =>
    Object.entries(AUDITED[type].actions).map(([verb, { en }]): [string, string] => [`${type}.${verb}`, `${en}.`]),
  ),
);
