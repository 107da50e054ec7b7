import { expect } from 'vitest';
import type { TestApp } from './app.ts';

export interface Rule {
  type: string;
  operator: string;
  value?: unknown;
  field?: string;
}

export interface Group {
  operator: 'and' | 'or';
  rules: (Rule | Group)[];
}

/** Rules joined by `and`. */
export const all = (...rules: (Rule | Group)[]): Group => ({ operator: 'and', rules });

export const any = (...rules: (Rule | Group)[]): Group => ({ operator: 'or', rules });

export const languageRule = (value: unknown, operator = 'equals'): Rule => ({ type: 'language', operator, value });

/** Saves a segment through REST and returns it. */
export async function makeSegment(api: TestApp, list: string, conditions: Group, name = 'Some') {
  const { status, body } = await api.rest('POST', `/lists/${list}/segments`, { name, conditions });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data;
}

/** All addresses in a segment's list, in alphabetical order. */
export async function addressesIn(api: TestApp, path: string): Promise<string[]> {
  const addresses: string[] = [];
  for (let page = 1; ; page += 1) {
    const { status, body } = await api.rest('GET', `${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`);
    expect(status).toBe(200);
    addresses.push(...body.data.map(({ email }: { email: string }) => email));
    if (page >= body.meta.last_page) {
      expect(addresses).toHaveLength(body.meta.total);
      return addresses.sort();
    }
  }
}

export const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

/** Declares contact fields through REST. */
export async function declareFields(api: TestApp, types: Record<string, string>): Promise<void> {
  for (const [key, type] of Object.entries(types)) {
    expect((await api.rest('POST', '/fields', { key, type })).status).toBe(201);
  }
}
