/** The stock stack for one object by id: graphql-yoga, Pothos and its Prisma plugin, Prisma; no token is read. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import { PrismaPg } from '@prisma/adapter-pg';
import { DateTimeResolver, EmailAddressResolver } from 'graphql-scalars';
import { createYoga } from 'graphql-yoga';
import type PrismaTypes from '../../../src/generated/pothos.ts';
import { getDatamodel } from '../../../src/generated/pothos.ts';
import { PrismaClient } from '../../../src/generated/prisma/client.ts';

const TEAM = 1;

const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 10 }) });

interface SchemaTypes {
  PrismaTypes: PrismaTypes;
  Scalars: {
    ID: { Input: string; Output: string };
    EmailAddress: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
  };
}

const options = { plugins: [PrismaPlugin], prisma: { client: prisma, dmmf: getDatamodel() } };
// `as never`: where the product is type-checked too, the options of its own plugins are asked for.
const builder = new SchemaBuilder<SchemaTypes>(options as never);
builder.addScalarType('EmailAddress', EmailAddressResolver);
builder.addScalarType('DateTime', DateTimeResolver);

builder.prismaObject('List', {
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    locale: t.exposeString('locale'),
    fromEmail: t.expose('fromEmail', { type: 'EmailAddress' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

builder.queryType({
  fields: (t) => ({
    list: t.prismaField({
      type: 'List',
      nullable: true,
      args: { id: t.arg.id({ required: true }) },
      resolve: (query, _, { id }) =>
        prisma.list.findUnique({ ...query, where: { teamId_id: { teamId: TEAM, id: String(id) } } }),
    }),
  }),
});

const server = createServer(createYoga({ schema: builder.toSchema() }));
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
