import {
  type GraphQLField,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { type Fragments, fieldsIn } from '../document-parts.ts';
import { isAdvice, isMessage } from '../output.ts';
import { componentName } from './component-names.ts';
import { formIn, itemForm, shaped } from './form.ts';
import { partIn, partSchema } from './json-parts.ts';
import { deprecated, described, type JsonSchema, leafSchema, ofType, orNull, reference } from './json-schema.ts';
import { listOf, object } from './shapes.ts';

/** The schema of a selection's result. A selection of a single fragment becomes a component with its name. */
export function outputSchema(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  selection: SelectionSetNode | undefined,
  fragments: Fragments,
): JsonSchema {
  return isNonNullType(type) ? nonNullOutput(type.ofType) : orNull(nonNullOutput(type));

  function nonNullOutput(type: GraphQLOutputType): JsonSchema {
    if (isListType(type)) return listOf(outputSchema(schema, type.ofType, selection, fragments));
    if (isAdvice(type, selection)) return { type: 'string' };
    if (!selection || (!isObjectType(type) && !isInterfaceType(type))) return leafOutput(type as GraphQLNamedType);
    const parts = selection.selections.flatMap((node) => (node.kind === Kind.FRAGMENT_SPREAD ? [node.name.value] : []));
    if (parts.length === 1 && selection.selections.length === 1) return component(parts[0] as string);
    if (!isInterfaceType(type)) return ofType(object(propertiesOf(type, selection)), type);
    const own = { ...selection, selections: selection.selections.filter((node) => node.kind !== Kind.FRAGMENT_SPREAD) };
    return { ...object(propertiesOf(type, own)), ...(parts.length > 0 && { anyOf: parts.map(component) }) };
  }

  function component(name: string): JsonSchema {
    const { typeCondition, selectionSet } = fragments.get(name)!;
    const type = schema.getType(typeCondition.name.value) as GraphQLObjectType;
    const shown = described(object(propertiesOf(type, selectionSet)), type.description);
    return reference(componentName(name), shown);
  }

  function fieldSchema(field: GraphQLField<unknown, unknown>, selection: SelectionSetNode | undefined): JsonSchema {
    const part = partIn(field);
    // Null comes with an error, which is the whole answer.
    const type = field.extensions.failsAlone ? new GraphQLNonNull(getNullableType(field.type)) : field.type;
    if (!part) return outputSchema(schema, type, selection, fragments);
    const value = partSchema(field.type, part);
    return isNonNullType(field.type) ? value : orNull(value);
  }

  function propertiesOf(type: GraphQLOutputType, selection: SelectionSetNode): Record<string, JsonSchema> {
    const properties: Record<string, JsonSchema> = {};
    for (const { key, node, field, ofSome } of fieldsIn(schema, type, selection, fragments)) {
      const value = isMessage(key, field.type)
        ? { type: isNonNullType(field.type) ? 'string' : ['string', 'null'] }
        : ofRule(fieldSchema(field, node.selectionSet), formIn(field));
      const words = [field.description, value.description].filter(Boolean).join(' ');
      properties[key] = deprecated(
        field,
        described(ofSome && isNonNullType(field.type) ? orNull(value) : value, words),
      );
    }
    return properties;
  }
}

/** A list of values as stored: the values of its rule, but not its bounds. */
const ofRule = (value: JsonSchema, form: ReturnType<typeof formIn>): JsonSchema =>
  form && value.items ? { ...value, items: shaped(value.items as JsonSchema, itemForm(form)) } : value;

/** Results have one canonical form, and no number of a result is negative, except values that only their author knows. */
const RESULTS: Readonly<Record<string, JsonSchema>> = {
  Int: { minimum: 0 },
  SafeInt: { minimum: 0 },
  Float: { minimum: 0 },
  Money: { minimum: 0 },
  EmailAddress: { minLength: 3, maxLength: 254 },
  URL: { format: 'iri' }, // hosts and paths may have letters such as ü
  Date: { format: 'date' },
  Duration: { format: 'duration' },
  CurrencyCode: { pattern: '^[A-Z]{3}$' },
  Locale: { pattern: '^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$' },
  TimeOfDay: { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
  LocalDateTime: { pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d)?$' },
};

const leafOutput = (type: GraphQLNamedType): JsonSchema => ({ ...leafSchema(type), ...RESULTS[type.name] });
