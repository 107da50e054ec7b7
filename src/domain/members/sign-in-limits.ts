import { sql } from '../../database/connect.ts';

/**
 * The most sign-in links mailed to an address (docs/adr/0156). A browser that was signed in with it before has its own
 * limit. All others count by browser, by network and in total; the total never blocks a network that has hardly made
 * requests.
 */
const MOST = {
  /** In a quarter of an hour, to a browser that was signed in before, and to any other. */
  ofDevice: 5,
  ofBrowser: 5,
  /** Of one network, in a quarter of an hour and in a day. */
  ofNetwork: 10,
  ofNetworkInADay: 30,
  /** Of all networks, in a quarter of an hour and in a day. */
  together: 20,
  togetherInADay: 60,
  /** Beyond the total: of one block of networks, in a day. */
  ofBlockInADay: 2,
};

const recent = sql`o.created_at > now() - interval '15 minutes'`;
const unknown = sql`o.device_hash is null`;

/** Counts earlier links for the address of a sign-in, as `made`: one row. */
export const linksBefore = (id: string) => sql`
  select count(*) filter (where o.device_hash = a.device_hash and ${recent}) as of_device,
    count(*) filter (where ${unknown} and o.browser_hash = a.browser_hash and ${recent}) as of_browser,
    count(*) filter (where ${unknown} and o.network = a.network and ${recent}) as of_network,
    count(*) filter (where ${unknown} and o.network = a.network) as of_network_in_a_day,
    count(*) filter (where ${unknown} and ${recent}) as together,
    count(*) filter (where ${unknown} and o.id is not null) as together_in_a_day,
    count(*) filter (where ${unknown} and o.block = a.block) as of_block_in_a_day
  from sign_ins a left join sign_ins o on o.email = a.email and o.id <> a.id and o.link_hash is not null
    and o.created_at > now() - interval '1 day'
  where a.id = ${id}::uuid`;

/** Whether one more link may be created for the sign-in `s` after those of `made`. */
export const isWithinLimits = sql`case when s.device_hash is not null then made.of_device < ${MOST.ofDevice}::int
  else made.of_browser < ${MOST.ofBrowser}::int
    and made.of_network < ${MOST.ofNetwork}::int and made.of_network_in_a_day < ${MOST.ofNetworkInADay}::int
    and (made.of_block_in_a_day < ${MOST.ofBlockInADay}::int
      or (made.together < ${MOST.together}::int and made.together_in_a_day < ${MOST.togetherInADay}::int))
  end`;
