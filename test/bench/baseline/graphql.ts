/**
 * The stock stack for one object by id, and for a page of a list: graphql-yoga, Pothos and its Prisma plugin, Prisma; without
 * authentication.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import { PrismaPg } from '@prisma/adapter-pg';
import { DateTimeResolver, EmailAddressResolver, JSONObjectResolver } from 'graphql-scalars';
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
    JSONObject: { Input: object; Output: object };
  };
}

const options = {
  plugins: [RelayPlugin, PrismaPlugin],
  prisma: { client: prisma, dmmf: getDatamodel() },
  relay: { nodesOnConnection: true },
};
// `as never`: type-checked with the product, it would need the options of the product's plugins.
const builder = new SchemaBuilder<SchemaTypes>(options as never);
builder.addScalarType('EmailAddress', EmailAddressResolver);
builder.addScalarType('DateTime', DateTimeResolver);
builder.addScalarType('JSONObject', JSONObjectResolver);

builder.prismaObject('List', {
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    locale: t.exposeString('locale'),
    fromEmail: t.expose('fromEmail', { type: 'EmailAddress' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

builder.prismaObject('Subscriber', {
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.expose('email', { type: 'EmailAddress' }),
    firstName: t.exposeString('firstName', { nullable: true }),
    lastName: t.exposeString('lastName', { nullable: true }),
    timezone: t.exposeString('timezone', { nullable: true }),
    locale: t.exposeString('locale', { nullable: true }),
    status: t.string({ resolve: ({ status }) => status.toUpperCase() }),
    attributes: t.field({ type: 'JSONObject', resolve: ({ attributes }) => attributes as object }),
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
    subscriber: t.prismaField({
      type: 'Subscriber',
      nullable: true,
      args: { id: t.arg.id({ required: true }) },
      resolve: (query, _, { id }) =>
        prisma.subscriber.findUnique({ ...query, where: { teamId_id: { teamId: TEAM, id: String(id) } } }),
    }),
    subscribers: t.prismaConnection({
      type: 'Subscriber',
      cursor: 'teamId_id',
      args: { listId: t.arg.id({ required: true }) },
      totalCount: (_, { listId }) => prisma.subscriber.count({ where: { teamId: TEAM, listId: String(listId) } }),
      resolve: (query, _, { listId }) =>
        prisma.subscriber.findMany({
          ...query,
          where: { teamId: TEAM, listId: String(listId) },
          orderBy: { id: 'desc' },
        }),
    }),
  }),
});

const server = createServer(createYoga({ schema: builder.toSchema() }));
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
