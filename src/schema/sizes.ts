import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql';

/** The items of a page. The domain holds to it. */
export interface PageSize {
  usual: number;
  max: number;
}

export const USUAL_PAGE: PageSize = { usual: 15, max: 100 };
const EVENTS: PageSize = { usual: 50, max: 200 };
const OF_PERSON: PageSize = { usual: 15, max: 200 };

/** The sizes of pages that differ from the usual one, by `Type.field`. */
const PAGES: Readonly<Record<string, PageSize>> = {
  'Person.automationRuns': OF_PERSON,
  'Person.campaignMessages': OF_PERSON,
  'Person.engagements': OF_PERSON,
  'Person.events': EVENTS,
  'Person.feedback': OF_PERSON,
  'Person.sales': OF_PERSON,
  'Person.signUps': OF_PERSON,
  'Person.subscriptions': OF_PERSON,
  'Person.transactionalMails': OF_PERSON,
  'Query.events': EVENTS,
  'Subscriber.events': EVENTS,
  'Subscriber.transactionalMails': OF_PERSON,
};

/** The items of a list without pages, for the cost of an operation. Many are shorter, and few are longer. */
const USUAL_LIST = 10;

/** The items of lists that are usually longer or shorter, by `Type.field` or by field. */
const LISTS: Readonly<Record<string, number>> = {
  // Each item of a definition is one of many types, and a selection of all of them counts them all.
  exits: 1,
  rules: 1,
  where: 1,
  issues: 2,
  revenue: 2,
  totals: 2,
  warnings: 2,
  'AutomationDefinition.steps': 2,
  'AutomationReport.steps': 20,
  'Campaign.links': 20,
  'ReportComparison.revenuePerRecipient': 2,
  'CampaignReport.domains': 20,
  'CampaignReport.hours': 72,
  'CampaignReport.links': 20,
  'Import.firstErrors': 20,
  'GmailDay.errors': 3,
  'GmailDomain.days': 90,
  'GmailPostmaster.domains': 5,
  'ImportPreview.columns': 20,
  'ImportPreview.rows': 20,
  'List.growth': 30,
  'MediaUses.uses': 100,
  'Query.eventNames': 100,
  'Query.eventProperties': 30,
  'Query.reputation': 100,
  'Query.sendingRate': 60,
  'Query.sendingRefusals': 100,
  'Query.webhookKinds': 60,
  'RevenueReport.groups': 100,
  'TemplateUses.uses': 100,
  'Usage.messagesSentByDay': 31,
};

/**
 * Declares how many items fields have: of a page, as `extensions.pageSize` and in the description of `first`; of
 * another list of objects, as `extensions.listSize`. The items of a page or a payload count with the field that asks for it.
 * Changes and returns the given schema.
 */
export function withSizes(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || !(isObjectType(type) || isInterfaceType(type))) continue;
    const isPart = /(Connection|Page|Payload)$/.test(type.name);
    for (const field of Object.values(type.getFields())) {
      const place = `${type.name}.${field.name}`;
      if (isConnection(field)) declarePage(field, PAGES[place] ?? USUAL_PAGE);
      else if (!isPart && isListOfObjects(field))
        field.extensions = { ...field.extensions, listSize: LISTS[place] ?? LISTS[field.name] ?? USUAL_LIST };
    }
  }
  return schema;
}

type Field = GraphQLField<unknown, unknown>;

const isConnection = ({ type }: Field): boolean => getNamedType(type).name.endsWith('Connection');

const isListOfObjects = ({ type }: Field): boolean =>
  isListType(getNullableType(type)) && isCompositeType(getNamedType(type));

function declarePage(field: Field, pageSize: PageSize): void {
  field.extensions = { ...field.extensions, pageSize };
  for (const argument of field.args) {
    if (argument.name === 'first') argument.description = firstText(pageSize);
    if (argument.name === 'last') argument.description = lastText(pageSize);
  }
}

const firstText = ({ usual, max }: PageSize): string =>
  `The number of items from the beginning, from 1 to ${max}. Default: ${usual}, unless \`last\` is given. Not together with \`last\`.`;

const lastText = ({ max }: PageSize): string =>
  `The number of items from the end, from 1 to ${max}. Not together with \`first\`.`;
