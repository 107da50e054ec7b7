import type { OperationTypeNode } from 'graphql';
import {
  type ConcreteRequest,
  createOperationDescriptor,
  Environment,
  Network,
  type NormalizationSelection,
  RecordSource,
  Store,
} from 'relay-runtime';

/** A client's cache, filled by Relay's own normaliser. */
export interface RelayStore {
  /** Stores the data of an operation. */
  commit(kind: OperationTypeNode, nodes: readonly NormalizationSelection[], data: object): void;
  /** The types of all stored objects with an id, by id. */
  types(): Map<string, string>;
}

/** Opens an empty store. Relay warns of an id with several types on the console. */
export function openRelayStore(): RelayStore {
  const store = new Store(new RecordSource(), { gcReleaseBufferSize: 10_000 });
  const network = Network.create(() => Promise.reject(new Error('The store sends nothing.')));
  const environment = new Environment({ network, store });
  return {
    commit(kind, nodes, data) {
      const operation = createOperationDescriptor(requestOf(kind, nodes), {});
      environment.retain(operation);
      environment.commitPayload(operation, data as never);
    },
    types() {
      const source = store.getSource();
      const records = source.getRecordIDs().map((id) => source.get(id));
      return new Map(
        records.flatMap((record): [string, string][] =>
          record && 'id' in record ? [[String(record.id), String(record.__typename)]] : [],
        ),
      );
    },
  };
}

/** The form that the Relay compiler gives an operation without arguments and fragments of its own. */
function requestOf(kind: OperationTypeNode, nodes: readonly NormalizationSelection[]): ConcreteRequest {
  const name = 'Whole';
  const parts = { name, argumentDefinitions: [], selections: nodes };
  return {
    kind: 'Request',
    fragment: {
      ...parts,
      kind: 'Fragment',
      type: kind === 'query' ? 'Query' : 'Mutation',
      metadata: null,
      selections: [],
    },
    operation: { ...parts, kind: 'Operation' },
    params: { id: null, cacheID: name, name, operationKind: kind, text: '', metadata: {} },
  } as unknown as ConcreteRequest;
}
