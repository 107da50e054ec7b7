import { DATA_LINK_HOURS } from '../../domain/audience/request-data.ts';
import { MessageError } from '../../domain/sending/compose/message-error.ts';
import { CONFIRMATION_TEXTS, REMINDER_TEXTS } from './confirmation-texts.ts';
import { DATA_REQUEST_TEXTS } from './data-request-texts.ts';
import { buildListMail, loadListMails } from './list-mail.ts';
import type { BuilderLoader } from './message-builder.ts';

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

const HOUR_SECONDS = 3_600;

/** Loads the data of all requests in one statement. Each link contains its expiry. */
export const loadDataRequestBuilders: BuilderLoader = async (claims, { db, links }) =>
  (await loadListMails(db, claims)).map((data) => {
    const claim = claims[data.index]!;
    const until = Math.floor(claim.createdAt.getTime() / 1000) + DATA_LINK_HOURS * HOUR_SECONDS;
    const url = links.ofData({ teamId: claim.teamId, id: claim.subscriberId! }, until);
    return [claim, () => buildListMail(claim, data, DATA_REQUEST_TEXTS, { name: data.teamName, url })];
  });
