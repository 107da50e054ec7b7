import { loadSampleData } from '../demo/sample/load.ts';
import { type SampleData as Data, readSampleData } from '../demo/sample/objects.ts';
import { type RemovedSampleData as Removed, removeSampleData } from '../demo/sample/remove.ts';
import { builder } from './builder.ts';
import { List } from './list.ts';
import { Template } from './template.ts';

const SampleData = builder.objectRef<Data>('SampleData').implement({
  description:
    "A team's sample data: an invented shop with people, campaigns and orders. Its people have addresses at tidings-sample.example, and no mail server gets an e-mail to them.",
  fields: (t) => ({
    loadedAt: t.expose('loadedAt', {
      type: 'DateTime',
      description: 'Objects that the team created or changed later are its own.',
    }),
    peopleCount: t.int({
      description: 'The number of people that it added.',
      resolve: ({ objects }) => objects.person.length,
    }),
    listIds: t.idList({ description: 'The lists that it added.', resolve: ({ objects }) => objects.list }),
    templateIds: t.idList({ description: 'The templates that it added.', resolve: ({ objects }) => objects.template }),
    campaignIds: t.idList({ description: 'The campaigns that it added.', resolve: ({ objects }) => objects.campaign }),
  }),
});

const RemovedSampleData = builder.objectRef<Removed>('RemovedSampleData').implement({
  fields: (t) => ({
    peopleCount: t.int({ description: 'The number of deleted people.', resolve: ({ people }) => people }),
    keptLists: t.field({
      type: [List],
      description: 'The sample lists that stay, because they have other people, or something else uses them.',
      resolve: ({ keptLists }) => keptLists,
    }),
    keptTemplates: t.field({
      type: [Template],
      description: 'The sample templates that stay, because somebody has changed them, or something else uses them.',
      resolve: ({ keptTemplates }) => keptTemplates,
    }),
  }),
});

builder.queryField('sampleData', (t) =>
  t.field({
    type: SampleData,
    nullable: true,
    description: "The team's sample data. Null: there is none.",
    resolve: (_, __, { scope }) => readSampleData(scope),
  }),
);

builder.mutationFields((t) => ({
  loadSampleData: t.field({
    type: SampleData,
    description:
      'Gives the team sample data to explore: lists, people, segments, templates, campaigns with results, an automation and a form. Sends nothing. Takes a few seconds. Fails with CONFLICT (`SAMPLE_DATA_LOADED`) if there is sample data already, and (`WOULD_REACT`) if an active automation or webhook would react.',
    resolve: (_, __, { scope, installation }) => loadSampleData(scope, installation),
  }),
  removeSampleData: t.field({
    type: RemovedSampleData,
    description:
      'Removes the sample data and nothing else. Objects that the team has changed or uses for something else stay. A repeated call has no effect.',
    resolve: (_, __, { scope }) => removeSampleData(scope),
  }),
}));
