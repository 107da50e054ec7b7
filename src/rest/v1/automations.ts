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
import { type JsonSchema, notNull } from '../openapi/json-schema.ts';
import { listOf, object, propertiesOf, propertyOf } from '../openapi/shapes.ts';
import { PROBLEMS, problem } from '../problems.ts';
import { route } from '../route.ts';
import type { ValueOf } from '../value.ts';

type Given = ValueOf<typeof AutomationDocument>;

/** Warnings as text. */
const shown = ({ warnings, ...automation }: Given) => ({ ...automation, warnings: warnings.map(problem) });
const described = (automation: JsonSchema) => object({ ...propertiesOf(automation), warnings: PROBLEMS });

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
    200: metaSchema({ type: 'null' }, { reason: { type: 'string', enum: ['again', 'not_within', 'if', 'too_often'] } }),
    201: dataSchema(notNull(propertyOf(value, 'run'))),
  }),
);

export const automations = [
  route('GET /automations', AutomationsDocument, pageOfAutomations),
  route('POST /automations', CreateReadyMadeAutomationDocument, newAutomation, { when: 'ready_made' }),
  route('POST /automations', CreateAutomationDocument, newAutomation),
  route('GET /automations/:automation', AutomationDocument, automation),
  route('PUT /automations/:automation', UpdateAutomationDocument, unlessConflict(automation)),
  route('DELETE /automations/:automation', DeleteAutomationDocument, unlessConflict(gone)),
  route('POST /automations/:automation/activate', ActivateAutomationDocument, unlessConflict(automation)),
  route('POST /automations/:automation/pause', PauseAutomationDocument, unlessConflict(automation)),
  route('POST /automations/:automation/archive', ArchiveAutomationDocument, unlessConflict(automation)),
  route('POST /automations/:automation/duplicate', DuplicateAutomationDocument, newAutomation),
  route('POST /automations/:automation/enter', EnterAutomationDocument, unlessConflict(entered)),
  route('GET /automations/:automation/runs', AutomationRunsDocument, pageOf('runs')),
  route('GET /automations/:automation/versions', AutomationVersionsDocument, pageOf('versions')),
  route('GET /automation-runs/:run', AutomationRunDocument, one),
  route('POST /automation-runs/:run/exit', ExitAutomationRunDocument, unlessConflict(one)),
  route('POST /automations/simulate', SimulateDefinitionDocument, one),
  route('POST /automations/:automation/simulate', SimulateAutomationDocument, one),
  route('GET /ready-made-automations', ReadyMadeAutomationsDocument, one),
];
