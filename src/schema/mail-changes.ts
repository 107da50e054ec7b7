import type { TransactionalMail } from '../domain/sending/transactional-mails.ts';
import type { BoundedQueue } from '../live/bounded-queue.ts';
import type { Context } from './context.ts';
import { streamedAddress } from './streamed-address.ts';
import { watched } from './watched.ts';

interface Filter {
  template?: string | null;
  recipient?: string | null;
  ids?: readonly string[] | null;
}

/** The status changes visible to the context's team. Throws ValidationError for the recipient. */
export const mailChanges = (context: Context, filter: Filter): BoundedQueue<TransactionalMail> =>
  watched(context, (teamId, onEnd) =>
    context.installation.liveMails.read(
      teamId,
      {
        template: filter.template ?? undefined,
        recipient: streamedAddress('recipient', filter.recipient),
        ids: filter.ids ? new Set(filter.ids.map((id) => id.toLowerCase())) : undefined,
      },
      onEnd,
    ),
  );
