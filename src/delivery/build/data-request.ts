import { DATA_LINK_HOURS } from '../../domain/audience/request-data.ts';
import { DATA_REQUEST_TEXTS } from './data-request-texts.ts';
import { buildListMail, loadListMails } from './list-mail.ts';
import type { BuilderLoader } from './message-builder.ts';

const HOUR_SECONDS = 3_600;

/** Loads the data of all requests in one statement. Each link contains its expiry. */
export const loadDataRequestBuilders: BuilderLoader = async (claims, { db, links }) =>
  (await loadListMails(db, claims)).map((data) => {
    const claim = claims[data.index]!;
    const until = Math.floor(claim.createdAt.getTime() / 1000) + DATA_LINK_HOURS * HOUR_SECONDS;
    const url = links.ofData({ teamId: claim.teamId, id: claim.subscriberId! }, until);
    return [claim, () => buildListMail(claim, data, DATA_REQUEST_TEXTS, { name: data.teamName, url })];
  });
