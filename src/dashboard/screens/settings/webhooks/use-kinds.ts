import { type ChangeKindOrAll, WebhookChoicesDocument } from '../../../../generated/dashboard/webhooks.ts';
import { useRead } from '../../../client/use-read.ts';

/** The kinds of notifications, named as payloads write them. */
export function useKinds() {
  const kinds = useRead(WebhookChoicesDocument, {}).data?.webhookKinds;
  return {
    /** Undefined until they are read. */
    kinds,
    kindName: (kind: ChangeKindOrAll): string => kinds?.find((one) => one.kind === kind)?.name ?? kind,
  };
}
