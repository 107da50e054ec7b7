import { CONFIRMATION_TEXTS, REMINDER_TEXTS } from './confirmation-texts.ts';
import { buildListMail, loadListMails } from './list-mail.ts';
import type { BuilderLoader } from './message-builder.ts';
import { MessageError } from './message-error.ts';

/** Loads the data of all confirmations in one statement. */
export const loadConfirmationBuilders: BuilderLoader = async (claims, { db, links }) =>
  (await loadListMails(db, claims)).map((data) => {
    const claim = claims[data.index]!;
    const build = async () => {
      const subscriber = { teamId: claim.teamId, id: claim.subscriberId! };
      if (data.reminds) {
        const url = links.url('preferences', subscriber);
        return buildListMail(claim, data, REMINDER_TEXTS, { name: data.listName, url });
      }
      if (data.status !== 'unconfirmed') throw new MessageError('The subscriber no longer waits for a confirmation.');
      const url = links.url('confirm', subscriber);
      return buildListMail(claim, data, CONFIRMATION_TEXTS, { name: data.listName, url });
    };
    return [claim, build];
  });
