import { Alert, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import {
  TestTransportDocument,
  type TestTransportMutation,
  type TransportRowFragment,
} from '../../../../generated/dashboard/transports.ts';
import { type MutationResult, useMutation } from '../../../client/use-mutation.ts';
import { useEditingText } from '../../../editing/texts.ts';
import { Failed } from '../../../states/failed.tsx';
import { useTransportsText } from './texts.ts';

/** Connects to a transport, and shows whether the login works. */
export function TestResult({
  transport: { id, name },
  onClose,
}: {
  transport: TransportRowFragment;
  onClose: () => void;
}) {
  const t = useTransportsText();
  const edit = useEditingText();
  const [test] = useMutation(TestTransportDocument);
  const [outcome, setOutcome] = useState<MutationResult<TestTransportMutation>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is shown
  useEffect(() => {
    void test({ id }).then(setOutcome);
  }, [id]);
  if (outcome?.error) return <Failed error={outcome.error} />;
  const result = outcome?.data?.testTransport;
  const color = result ? (result.ok ? 'green' : 'red') : 'gray';
  return (
    <Alert
      variant="outline"
      color={color}
      mb="md"
      role="status"
      withCloseButton
      onClose={onClose}
      closeButtonLabel={edit('close')}
      title={result ? t(result.ok ? 'connected' : 'connectionFailed', { name }) : t('connecting', { name })}
    >
      {result?.problem && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {result.problem}
        </Text>
      )}
    </Alert>
  );
}
