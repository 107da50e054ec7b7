import { Alert, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import {
  TestTransportDocument,
  type TestTransportMutation,
  type TransportRowFragment,
} from '../../../../generated/dashboard/transports.ts';
import { type Changed, useChange } from '../../../client/use-change.ts';
import { useEditingText } from '../../../editing/texts.ts';
import { Failed } from '../../../states/failed.tsx';
import { useTransportsText } from './texts.ts';

/** Connects to a transport, and says whether its server lets us in. */
export function TestResult({
  transport: { id, name },
  onClose,
}: {
  transport: TransportRowFragment;
  onClose: () => void;
}) {
  const say = useTransportsText();
  const edit = useEditingText();
  const [test] = useChange(TestTransportDocument);
  const [came, setCame] = useState<Changed<TestTransportMutation>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is shown
  useEffect(() => {
    void test({ id }).then(setCame);
  }, [id]);
  if (came?.error) return <Failed error={came.error} />;
  const result = came?.data?.testTransport;
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
      title={result ? say(result.ok ? 'works' : 'worksNot', { name }) : say('connecting', { name })}
    >
      {result?.problem && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {result.problem}
        </Text>
      )}
    </Alert>
  );
}
