import DataLoader from 'dataloader';

/** A field to read: the key of its owner, and its arguments. */
export interface Asked {
  owner: string;
  request: object;
}

/** Loads a field with arguments for many owners. */
export type ByRequest<Result> = DataLoader<Asked, Result, string>;

/** Owners with the same arguments share a read. An error only affects owners with those arguments. */
export const byRequest = <Result>(read: (owners: string[], request: object) => Promise<Result[]>): ByRequest<Result> =>
  new DataLoader<Asked, Result, string>(
    async (asked) => {
      const parts = new Map<string, { request: object; owners: string[] }>();
      for (const { owner, request } of asked) {
        const key = JSON.stringify(request);
        const part = parts.get(key) ?? { request, owners: [] };
        part.owners.push(owner);
        parts.set(key, part);
      }
      const results = new Map<string, Result | Error>();
      for (const [key, { request, owners }] of parts) {
        const found = await read(owners, request).catch((error: Error) => error);
        for (const [index, owner] of owners.entries()) {
          results.set(`${owner} ${key}`, found instanceof Error ? found : (found[index] as Result));
        }
      }
      return asked.map(keyOf).map((key) => results.get(key) as Result | Error);
    },
    { cacheKeyFn: keyOf },
  );

const keyOf = ({ owner, request }: Asked): string => `${owner} ${JSON.stringify(request)}`;
