import { brandWithType } from '@pothos/core';
import DataLoader from 'dataloader';
import { type FieldConversion, readConversions } from '../domain/audience/field-conversions.ts';
import { countSubscribed, readLists } from '../domain/audience/lists.ts';
import { readSubscribers } from '../domain/audience/subscribers.ts';
import { countTagged, readTagsByNumber, type Tag } from '../domain/audience/tag-catalogue.ts';
import { readTagNames } from '../domain/audience/tags.ts';
import { readActorNames } from '../domain/audit/actor-names.ts';
import { type Automation, readWarnings } from '../domain/automations/automations.ts';
import {
  type AutomationCounts,
  readCounts,
  readStepCounts,
  type StepCounts,
} from '../domain/automations/read-counts.ts';
import { type AutomationReport, readAutomationReports } from '../domain/automations/report/read-report.ts';
import { type MailOfStep, readMailsOfRuns } from '../domain/automations/runs/mails-of-runs.ts';
import { type RunStep, readRunSteps } from '../domain/automations/runs/runs.ts';
import { readCampaigns } from '../domain/campaigns/campaigns.ts';
import { type Comparison, compareReports } from '../domain/campaigns/compare-reports.ts';
import { type CampaignReport, readReports } from '../domain/campaigns/read-report.ts';
import { readTemplateWarnings } from '../domain/content/known-names.ts';
import { findTemplateUses, type TemplateUses } from '../domain/content/template-uses.ts';
import { readTemplateNames, type Template } from '../domain/content/templates.ts';
import { type FormFigures, readFigures } from '../domain/forms/form-counts.ts';
import type { Form } from '../domain/forms/forms.ts';
import type { OverlayOf } from '../domain/forms/overlay.ts';
import { readShownForms } from '../domain/forms/shown-forms.ts';
import { type ImportError, readFirstErrors } from '../domain/imports/import-errors.ts';
import { findReferred, type GivenReference } from '../domain/insight/events.ts';
import { type Conversion, readRecorded } from '../domain/insight/record-conversion.ts';
import type { Media } from '../domain/media/media.ts';
import { findUsesOfEach, type MediaUses } from '../domain/media/where-used.ts';
import { readSalesByNodeIds, type SaleNode } from '../domain/nodes/part-nodes.ts';
import { readNodes } from '../domain/nodes/read-nodes.ts';
import { type Read, together } from '../domain/read-together.ts';
import { countMatching } from '../domain/segments/counting.ts';
import type { Segment } from '../domain/segments/segments.ts';
import { readSegmentsOf } from '../domain/segments/segments-of.ts';
import { readSentSamples, type SentSample } from '../domain/sending/outbox/sent-samples.ts';
import { readTransactionalMails } from '../domain/sending/transactional-mails.ts';
import { type MessageWait, whyWaiting } from '../domain/sending/waiting/why-waiting.ts';
import { readSentToday } from '../domain/transports/budgets.ts';
import { readDefaultTransport } from '../domain/transports/default-transport.ts';
import { readPausesOf, type SendingPause } from '../domain/transports/sending-pauses.ts';
import { type Issue, NotFoundError } from '../errors.ts';
import type { Scope } from '../scope.ts';

import { type LoaderMakers, lazily } from './lazy-loaders.ts';
import { byId, NODE_LOADERS, type NodeLoaders, rowsOf } from './node-loaders.ts';
import { OWNER_LOADERS, type OwnerLoaders } from './owner-loaders.ts';
import { PERSON_LOADERS, type PersonLoaders } from './person-loaders.ts';

export interface Loaders extends NodeLoaders, PersonLoaders, OwnerLoaders {
  /** Of any type, by id. */
  node: DataLoader<string, { id: string } | undefined>;
  /** Current names of tokens and members, by id. */
  actorName: DataLoader<string, string | undefined>;
  automationCounts: DataLoader<string, AutomationCounts>;
  automationStepCounts: DataLoader<string, StepCounts[]>;
  /** By the automation to check. */
  automationWarnings: DataLoader<Automation, Issue[]>;
  /** By the template to check. */
  templateWarnings: DataLoader<Template, string[]>;
  automationRunSteps: DataLoader<string, RunStep[]>;
  mailsOfRun: DataLoader<string, MailOfStep[]>;
  automationReport: DataLoader<string, AutomationReport>;
  /** By the image itself, of which the folder is needed. */
  mediaUses: DataLoader<Pick<Media, 'id' | 'folder'>, MediaUses, string>;
  templateUses: DataLoader<Pick<Template, 'id' | 'name'>, TemplateUses, string>;
  campaignReport: DataLoader<string, CampaignReport>;
  comparison: DataLoader<string, Comparison>;
  /** By the field's id. */
  conversion: DataLoader<string, FieldConversion | undefined>;
  recordedConversion: DataLoader<string, Conversion | undefined>;
  /** By the id of the node. */
  sale: DataLoader<string, SaleNode | undefined>;
  messageWait: DataLoader<string, MessageWait | undefined>;
  subscribedCount: DataLoader<string, number>;
  tagName: DataLoader<number, string | undefined>;
  /** By internal key. */
  tagByNumber: DataLoader<number, Tag | undefined>;
  firstErrors: DataLoader<string, ImportError[]>;
  /** By the segment to count. */
  matchingCount: DataLoader<Segment, number>;
  /** The segments of a subscriber, by its id. */
  segmentsOf: DataLoader<string, Segment[]>;
  taggedCount: DataLoader<number, number>;
  shownForm: DataLoader<Form, OverlayOf>;
  formFigures: DataLoader<string, FormFigures>;
  /** Of the team, for any key. */
  defaultTransport: DataLoader<string, string | null>;
  /** A sent message of a campaign, by its id. */
  /** The id of the event that was recorded with a reference of the same person. */
  referredEvent: DataLoader<GivenReference, string | undefined, string>;
  sentSample: DataLoader<string, SentSample | undefined>;
  sentToday: DataLoader<string, number>;
  sendingPausesOf: DataLoader<string, SendingPause[]>;
  /** Names of templates, by id. */
  templateName: DataLoader<string, string | undefined>;
}

/** The target of a nullable id. */
export const loadIfAny = async <Row>(rows: DataLoader<string, Row | undefined>, id: string | null) =>
  id === null ? null : rows.load(id);

/** The maximum number of rows, and of names, that a statement reads for several requests. */
const ROWS = 100;
const NAMES = 10_000;

/** For the most frequent look-ups: simultaneous requests of a team share one statement. */
const shared = <Key, Value>(read: Read<Key, Value>, max: number) => {
  const readAll = together(read, max);
  return (scope: Scope) => new DataLoader<Key, Value | undefined>((keys) => readAll(scope, keys));
};

const sharedById = <Row extends { id: string }>(read: (scope: Scope, ids: readonly string[]) => Promise<Row[]>) =>
  shared((scope, ids: readonly string[]) => rowsOf(ids, (some) => read(scope, some)), ROWS);

const LOADERS: LoaderMakers<Loaders> = {
  ...NODE_LOADERS,
  ...PERSON_LOADERS,
  node: (scope) =>
    new DataLoader(async (ids) => {
      const nodes = await readNodes(scope, ids);
      for (const node of nodes) if (node) brandWithType(node.row, node.type as never);
      return nodes.map((node) => node?.row as { id: string } | undefined);
    }),
  ...OWNER_LOADERS,
  actorName: (scope) =>
    new DataLoader(async (ids) => {
      const names = await readActorNames(scope, ids);
      return ids.map((id) => names.get(id));
    }),
  automationCounts: (scope) => new DataLoader((ids) => readCounts(scope, ids)),
  automationStepCounts: (scope) => new DataLoader((ids) => readStepCounts(scope, ids)),
  automationWarnings: (scope) => new DataLoader((automations) => readWarnings(scope, automations)),
  templateWarnings: (scope) => new DataLoader((templates) => readTemplateWarnings(scope, templates)),
  automationRunSteps: (scope) => new DataLoader((ids) => readRunSteps(scope, ids)),
  mailsOfRun: (scope) => new DataLoader((ids) => readMailsOfRuns(scope, ids)),
  campaign: sharedById(readCampaigns),
  automationReport: (scope) =>
    new DataLoader<string, AutomationReport>(async (ids) => {
      const reports = await readAutomationReports(scope, ids);
      return reports.map((report) => report ?? new NotFoundError());
    }),
  mediaUses: (scope) => new DataLoader((media) => findUsesOfEach(scope, media), { cacheKeyFn: ({ id }) => id }),
  templateUses: (scope) =>
    new DataLoader((templates) => findTemplateUses(scope, templates), { cacheKeyFn: ({ id }) => id }),
  campaignReport: (scope) =>
    new DataLoader<string, CampaignReport>(async (ids) => {
      const reports = await readReports(scope, ids);
      return reports.map((report) => report ?? new NotFoundError());
    }),
  comparison: (scope) =>
    new DataLoader<string, Comparison>(async (ids) => {
      const comparisons = await compareReports(scope, ids);
      return comparisons.map((comparison) => comparison ?? new NotFoundError());
    }),
  conversion: (scope) => byId((ids) => readConversions(scope, ids)),
  recordedConversion: (scope) => byId((ids) => readRecorded(scope, ids)),
  sale: (scope) => new DataLoader((ids) => readSalesByNodeIds(scope, ids)),
  messageWait: (scope) => new DataLoader((ids) => whyWaiting(scope, ids)),
  list: sharedById(readLists),
  subscriber: sharedById(readSubscribers),
  transactionalMail: sharedById(readTransactionalMails),
  subscribedCount: (scope) =>
    new DataLoader(async (ids) => {
      const counts = await countSubscribed(scope, ids);
      return ids.map((id) => counts.get(id) ?? 0);
    }),
  tagName: shared(readTagNames, NAMES),
  tagByNumber: shared(readTagsByNumber, NAMES),
  firstErrors: (scope) =>
    new DataLoader(async (ids) => {
      const errors = await readFirstErrors(scope, ids);
      return ids.map((id) => errors.get(id) ?? []);
    }),
  matchingCount: (scope) => new DataLoader((segments) => countMatching(scope, segments)),
  segmentsOf: (scope) =>
    new DataLoader(async (ids) => {
      const segments = await readSegmentsOf(scope, ids);
      return ids.map((id) => segments.get(id) ?? []);
    }),
  templateName: shared(readTemplateNames, NAMES),
  taggedCount: (scope) =>
    new DataLoader(async (tags) => {
      const counts = await countTagged(scope, tags);
      return tags.map((tag) => counts.get(tag) ?? 0);
    }),
  shownForm: (scope) => new DataLoader((forms) => readShownForms(scope, forms)),
  formFigures: (scope) =>
    new DataLoader(async (ids) => {
      const figures = await readFigures(scope, ids);
      return ids.map((id) => figures.get(id) ?? { views: 0, signUps: 0 });
    }),
  defaultTransport: (scope) =>
    new DataLoader(async (keys) => {
      const id = await readDefaultTransport(scope);
      return keys.map(() => id);
    }),
  referredEvent: (scope) =>
    new DataLoader<GivenReference, string | undefined, string>(
      async (given) => {
        const found = new Map((await findReferred(scope, given)).map((event) => [nameOf(event), event.id]));
        return given.map((one) => found.get(nameOf(one)));
      },
      { cacheKeyFn: nameOf },
    ),
  sentSample: (scope) =>
    new DataLoader(async (ids) => {
      const samples = await readSentSamples(scope, ids);
      return ids.map((id) => samples.get(id));
    }),
  sentToday: (scope) =>
    new DataLoader(async (ids) => {
      const sent = await readSentToday(scope.db, scope.team.id, ids);
      return ids.map((id) => sent.get(id) ?? 0);
    }),
  sendingPausesOf: (scope) =>
    new DataLoader(async (ids) => {
      const pauses = await readPausesOf(scope, ids);
      return ids.map((id) => pauses.filter(({ transportId }) => transportId === id));
    }),
};

const nameOf = ({ person, reference }: GivenReference): string => `${person} ${reference}`;

/** The look-ups of one operation, mutation or event, each batched into one statement. */
export const createLoaders: (scope: Scope) => Loaders = lazily(LOADERS);
