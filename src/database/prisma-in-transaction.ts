import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import type { JoiningAdapter } from './prisma-adapter.ts';
import type { TransactionConnection } from './transaction-connection.ts';

type Join = () => Promise<Prisma.TransactionClient>;
type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>;

/** Prisma's client in a transaction of ours, until the transaction ends. */
export interface Joined {
  /** Its methods. The first call lets Prisma join, so transactions without Prisma do without its costs. */
  client: Prisma.TransactionClient;
  /** Ends Prisma's part, which must happen before the end of the transaction. */
  leave(): Promise<void>;
}

/** Lets Prisma join a transaction with a limit of `timeout` milliseconds, as soon as one of its methods is called. */
export function joinOnDemand(
  prisma: PrismaClient,
  adapter: JoiningAdapter,
  connection: TransactionConnection,
  timeout: number,
): Joined {
  let joining: Promise<Prisma.TransactionClient> | undefined;
  let part: Promise<void> | undefined;
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const join = async () => {
    connection.throwIfEnded();
    joining ??= new Promise((resolve, reject) => {
      const stay = async (client: Prisma.TransactionClient) => {
        await adapter.join(client, connection);
        resolve(client);
        await left;
      };
      part = prisma.$transaction(stay, { maxWait: timeout, timeout }).catch(reject);
    });
    return joining;
  };
  return {
    client: new OnDemand(join) as unknown as Prisma.TransactionClient,
    leave: async () => {
      leave();
      await part;
    },
  };
}

/** Looks like Prisma's client, also to libraries that ask which models it has. */
class OnDemand {
  readonly join: Join;

  constructor(join: Join) {
    this.join = join;
  }
}

const RAW = ['$queryRaw', '$executeRaw', '$queryRawUnsafe', '$executeRawUnsafe'] as const;
for (const name of RAW) {
  const method = async function (this: OnDemand, ...args: unknown[]) {
    return ((await this.join()) as unknown as Methods)[name]!(...args);
  };
  Object.defineProperty(OnDemand.prototype, name, { value: method });
}

for (const name of Object.values(Prisma.ModelName)) {
  const model = `${name[0]!.toLowerCase()}${name.slice(1)}` as Uncapitalize<Prisma.ModelName>;
  Object.defineProperty(OnDemand.prototype, model, {
    get(this: OnDemand) {
      return modelOn(this.join, model);
    },
  });
}

function modelOn(join: Join, model: Uncapitalize<Prisma.ModelName>): Methods {
  const call = async (method: string, args: unknown[]) =>
    ((await join())[model] as unknown as Methods)[method]!(...args);
  return new Proxy<Methods>(
    {},
    {
      get:
        (_, method) =>
        (...args: unknown[]) =>
          call(String(method), args),
    },
  );
}
