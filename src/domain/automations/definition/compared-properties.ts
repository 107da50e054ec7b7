import type { Issue } from '../../../errors.ts';
import { PROPERTY_PREFIX } from '../../segments/property-path.ts';
import type { Reading } from './reading.ts';
import { propertyDoubts, type RecordedNames } from './recorded-names.ts';

/** Warns of conditions on trigger-event properties that no recent event of that name had. */
export async function comparedDoubts(
  trigger: unknown,
  { compared }: Reading,
  recorded: RecordedNames,
): Promise<Issue[]> {
  const names = compared.length > 0 ? await recorded.of(trigger) : undefined;
  if (names?.event === undefined) return [];
  return compared.flatMap(({ path, property }) =>
    OWN.includes(property)
      ? []
      : propertyDoubts(partsOf(property), names, OWN).map((problem) => ({
          path: [...path, 'trigger_property'],
          problem,
        })),
  );
}

/** Fields of the event itself. */
const OWN = ['value', 'currency'];

/** A number is an index of a list. */
const partsOf = (property: string): (string | number)[] =>
  (property.startsWith(PROPERTY_PREFIX) ? property.slice(PROPERTY_PREFIX.length) : property)
    .split('.')
    .map((part, index) => (index > 0 && /^\d+$/.test(part) ? Number(part) : part));
