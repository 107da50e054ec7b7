import { assumedDelay, MAX_EVENTS } from '../../domain/automations/simulation/simulation-input.ts';
import { eventName } from '../../domain/insight/event-input.ts';
import { formOf, type Form as JsonSchema } from '../../validation/form.ts';
import { currency } from '../../validation/money.ts';
import type { Components } from './value-schema.ts';

const object = (description: string, properties: Components, required: string[] = []): JsonSchema => ({
  type: 'object',
  description,
  properties,
  additionalProperties: false,
  ...(required.length > 0 && { required }),
});

const byStep = (values: JsonSchema, description: string): JsonSchema => ({
  type: ['object', 'null'],
  additionalProperties: values,
  description,
});

const nameForm = (): JsonSchema => ({ ...formOf(eventName), description: 'The name of the event.' });
const valueForms = (): Components => ({
  properties: { type: ['object', 'null'], additionalProperties: true, description: 'Any JSON values, by name.' },
  value: { type: ['integer', 'null'], minimum: 0, description: 'Money in minor units. Requires `currency`.' },
  currency: {
    ...formOf(currency()),
    type: ['string', 'null'],
    description: 'An ISO 4217 code. Requires `value`.',
  },
});

/** The JSON of a simulation, by component: its event, and its assumptions. */
export function simulationParts(): Components {
  const name = nameForm();
  const values = valueForms();
  return {
    SimulationEvent: object('The event that starts a simulated run.', {
      name: { ...name, type: ['string', 'null'], description: "The name of the event. Default: the trigger's." },
      ...values,
      occurred_at: { type: ['string', 'null'], format: 'date-time', description: 'Default: the start.' },
    }),
    AssumedEvent: object(
      'An event that the simulated person causes.',
      {
        name,
        after: { ...formOf(assumedDelay), description: 'The time from the start (ISO 8601), such as PT2H.' },
        ...values,
      },
      ['name', 'after'],
    ),
    SimulationAssumptions: object('What a simulation assumes.', {
      events: {
        type: ['array', 'null'],
        maxItems: MAX_EVENTS,
        items: { $ref: '#/components/schemas/AssumedEvent' },
        description: 'Events of the person during the run.',
      },
      conditions: byStep({ type: 'boolean' }, 'Whether conditions hold, by the id of their step.'),
      splits: byStep({ type: 'string', maxLength: 100 }, 'The branches of splits, by the id of their step.'),
    }),
  };
}

export const SIMULATION_EXAMPLES = {
  SimulationEvent: { name: 'cart.abandoned', properties: { items: 2 } },
  AssumedEvent: { name: 'order', after: 'PT2H', value: 4900, currency: 'EUR' },
  SimulationAssumptions: { events: [{ name: 'order', after: 'PT2H' }], conditions: { reminder: true } },
};
