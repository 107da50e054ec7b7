import {
  ActivateAutomationDocument,
  ArchiveAutomationDocument,
  AutomationDocument,
  AutomationRunDocument,
  AutomationRunsDocument,
  AutomationsDocument,
  AutomationVersionsDocument,
  CreateAutomationDocument,
  CreateReadyMadeAutomationDocument,
  DeleteAutomationDocument,
  DuplicateAutomationDocument,
  EnterAutomationDocument,
  ExitAutomationRunDocument,
  PauseAutomationDocument,
  ReadyMadeAutomationsDocument,
  SimulateAutomationDocument,
  SimulateDefinitionDocument,
  UpdateAutomationDocument,
} from '../../generated/documents.ts';
import { answer, created, gone, one, page, pageOf, shownAs, unlessConflict } from '../answer.ts';
import { dataSchema, metaSchema } from '../openapi/envelopes.ts';
import { EXAMPLE_ID } from '../openapi/example-ids.ts';
import { type JsonSchema, notNull, reference } from '../openapi/json-schema.ts';
import { listOf, object, propertiesOf, propertyOf } from '../openapi/shapes.ts';
import { PROBLEMS, problem } from '../problems.ts';
import { route } from '../route.ts';
import type { ValueOf } from '../value.ts';

type Given = ValueOf<typeof AutomationDocument>;

/** Warnings as text. */
const shown = ({ warnings, ...automation }: Given) => ({ ...automation, warnings: warnings.map(problem) });
const described = (automation: JsonSchema) =>
  reference('Automation', object({ ...propertiesOf(automation), warnings: PROBLEMS }));

const automation = shownAs(one, shown, described);
const newAutomation = shownAs(created, shown, described);
const pageOfAutomations = shownAs(
  page,
  ({ nodes, ...rest }: ValueOf<typeof AutomationsDocument>) => ({ ...rest, nodes: nodes.map(shown) }),
  (connection) => {
    const { items } = propertyOf(connection, 'nodes') as { items: JsonSchema };
    return object({ ...propertiesOf(connection), nodes: listOf(described(items)) });
  },
);

/** The new run, or the entry rule that kept the person out. */
const entered = answer(
  ({ run, reason }: ValueOf<typeof EnterAutomationDocument>) =>
    run ? { status: 201, body: { data: run } } : { status: 200, body: { data: null, meta: { reason } } },
  (value) => ({
    200: metaSchema(
      { type: 'null' },
      { reason: { type: 'string', enum: ['again', 'not_within', 'if', 'too_often', 'unknown'] } },
    ),
    201: dataSchema(notNull(propertyOf(value, 'run'))),
  }),
);

const NEW_AUTOMATION = {
  name: 'Abandoned cart',
  list: EXAMPLE_ID,
  trigger: { type: 'event', name: 'cart.abandoned' },
  entry: { again: 'restart', not_within: 'P7D' },
  exits: [
    {
      type: 'event',
      name: 'order',
      goal: true,
      where: [{ property: 'cart.id', operator: 'equals', value: { trigger_property: 'cart.id' } }],
    },
  ],
  steps: [
    { id: 'an-hour', type: 'wait', for: 'PT1H' },
    { id: 'reminder', type: 'send', template: 'Thanks', subject: 'Your {{ event.name }}' },
  ],
  send_window: { from: '08:00', to: '20:00', weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] },
};

const CHANGED_AUTOMATION = {
  name: 'Forgotten cart',
  steps: [{ id: 'two-hours', type: 'wait', for: 'PT2H' }],
  send_window: { from: '22:00', to: '06:00' },
  move_runs: false,
};

const DEFINITION = {
  list: EXAMPLE_ID,
  trigger: { type: 'event', name: 'cart.abandoned' },
  steps: [{ id: 'an-hour', type: 'wait', for: 'PT1H' }],
  send_window: { from: '08:00', to: '20:00' },
  email: 'ada@example.com',
};

const SIMULATION = {
  email: 'ada@example.com',
  event: { name: 'cart.abandoned', properties: { items: [{ name: 'Red boots', quantity: 1, price: '€ 89.00' }] } },
  start_at: '2026-12-01T09:00:00Z',
  assume: { events: [{ name: 'order', after: 'PT90M' }] },
};

export const automations = [
  route('GET /automations', AutomationsDocument, pageOfAutomations),
  route('POST /automations', CreateReadyMadeAutomationDocument, newAutomation, {
    example: { ready_made: 'welcome', list: EXAMPLE_ID },
    when: 'ready_made',
  }),
  route('POST /automations', CreateAutomationDocument, newAutomation, { example: NEW_AUTOMATION }),
  route('GET /automations/:automation', AutomationDocument, automation),
  route('PUT /automations/:automation', UpdateAutomationDocument, unlessConflict(automation), {
    example: CHANGED_AUTOMATION,
  }),
  route('DELETE /automations/:automation', DeleteAutomationDocument, unlessConflict(gone)),
  route('POST /automations/:automation/activate', ActivateAutomationDocument, unlessConflict(automation)),
  route('POST /automations/:automation/pause', PauseAutomationDocument, unlessConflict(automation)),
  route('POST /automations/:automation/archive', ArchiveAutomationDocument, unlessConflict(automation)),
  route('POST /automations/:automation/duplicate', DuplicateAutomationDocument, newAutomation),
  route('POST /automations/:automation/enter', EnterAutomationDocument, unlessConflict(entered), {
    example: { email: 'ada@example.com', properties: { items: ['boots'] } },
  }),
  route('GET /automations/:automation/runs', AutomationRunsDocument, pageOf('runs')),
  route('GET /automations/:automation/versions', AutomationVersionsDocument, pageOf('versions')),
  route('GET /automation-runs/:run', AutomationRunDocument, one),
  route('POST /automation-runs/:run/exit', ExitAutomationRunDocument, unlessConflict(one)),
  route('POST /automations/simulate', SimulateDefinitionDocument, one, { example: DEFINITION }),
  route('POST /automations/:automation/simulate', SimulateAutomationDocument, one, { example: SIMULATION }),
  route('GET /ready-made-automations', ReadyMadeAutomationsDocument, one),
];
