import { readdirSync, readFileSync } from 'node:fs';
import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { costOf, eventCostOf } from '../../src/graphql/guards/cost.ts';
import { LIMITS } from '../../src/graphql/guards/limits.ts';
import { schema } from '../../src/schema/index.ts';

const LARGE_PAGE = 100;

const cost = (document: DocumentNode, variableValues = {}, operationName?: string) =>
  costOf({ schema, document, variableValues, operationName });

describe('the cost of an operation', () => {
  test('counts the items of a list without pages', () => {
    const one = cost(parse('{ campaign(id: "1") { links { url } } }'));
    const many = cost(parse('{ campaigns(first: 100) { nodes { links { url } } } }'));
    expect(one).toBeGreaterThan(20);
    expect(many).toBeGreaterThan(one * 90);
  });

  test('refuses pages of objects with long lists', () => {
    const links = 'nodes { campaigns(first: 100) { nodes { links { url } } } }';
    expect(cost(parse(`{ lists(first: 10) { ${links} } }`))).toBeLessThan(LIMITS.cost);
    expect(cost(parse(`{ lists(first: 100) { ${links} } }`))).toBeGreaterThan(LIMITS.cost);
  });

  test('counts a page of events, which is longer than others, without `first`', () => {
    const fields = 'nodes { name email occurredAt }';
    const ofFifty = cost(parse(`{ events(first: 50) { ${fields} } }`));
    expect(cost(parse(`{ events { ${fields} } }`))).toBe(ofFifty);
    expect(cost(parse(`{ tags { nodes { name } } }`))).toBe(cost(parse(`{ tags(first: 15) { nodes { name } } }`)));
  });

  test('counts the items of a page once', () => {
    const cost15 = cost(parse('{ tags(first: 15) { nodes { id name } } }'));
    expect(cost15).toBe(1 + 15 * (1 + 2));
  });
});

describe('the documents of the dashboard', () => {
  const folder = new URL('../../src/dashboard/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.graphql'));
  const definitions = files.flatMap((file): readonly DefinitionNode[] => {
    return parse(readFileSync(new URL(file, folder), 'utf8')).definitions;
  });
  const fragments = definitions.filter((one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION);
  const operations = definitions.filter(
    (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
  );

  test('stay within the limits, also with the largest pages', () => {
    const costly = operations.flatMap((operation) => {
      const sizes = (operation.variableDefinitions ?? []).filter(({ variable }) =>
        /^(first|last)/.test(variable.name.value),
      );
      const variableValues = Object.fromEntries(sizes.map(({ variable }) => [variable.name.value, LARGE_PAGE]));
      const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] };
      const args = { schema, document, variableValues };
      const isLive = operation.operation === 'subscription';
      const [found, limit] = isLive ? [eventCostOf(args), LIMITS.eventCost] : [costOf(args), LIMITS.cost];
      return found > limit ? [`${operation.name?.value}: ${found}`] : [];
    });
    expect(operations.length).toBeGreaterThan(150);
    expect(costly).toEqual([]);
  });
});
