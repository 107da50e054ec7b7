import type { FetchFunction, GraphQLResponse } from 'relay-runtime';
import { WebSocket } from 'ws';

// The reader of docs/api.md has these: an address, a token, a cursor, and their own functions.

globalThis.WebSocket ??= WebSocket as never; // Node 20 has none

export interface Change {
  kind: string;
  timestamp: string;
  cursor: string;
  data: Record<string, unknown>;
}

export const api = process.env.API ?? '';
export const token = process.env.TOKEN ?? '';
export const cursor = process.env.AFTER ?? '';
export const after = cursor;
export const FOLLOW = process.env.FOLLOW ?? '';

export const show = (change: Change) => console.log(JSON.stringify(change));

export function stopOrSignInAgain(errors: unknown): void {
  console.log('ended', JSON.stringify(errors));
}

export const fetchQuery: FetchFunction = async ({ text: query }, variables) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ query, variables });
  const response = await fetch(`${new URL(api).origin}/graphql`, { method: 'POST', headers, body });
  return (await response.json()) as GraphQLResponse;
};
