/** The carriers that are configured, as sources of their locations. */
import type { CarrierAccount } from '../../platform/config.ts';
import type { LocationCarrier } from '../location.ts';
import { type LocationSource, type SourceAnswer, SourceFailed, type SourceSearch } from '../location-source.ts';
import { type CarrierInterface, openCarrier } from './carrier-http.ts';
import { fedexErrors, fedexPaths, fedexRequest, readFedexAnswer } from './fedex.ts';
import { guarded } from './guard.ts';
import { readUpsAnswer, upsErrors, upsPaths, upsRequest } from './ups.ts';

interface Adapter extends CarrierInterface {
  readonly carrier: LocationCarrier;
  readonly request: (search: SourceSearch, alcoholTypes: readonly string[]) => unknown;
  readonly read: (body: unknown, alcoholTypes: readonly string[]) => SourceAnswer | undefined;
}

const fedex: Adapter = {
  carrier: 'FEX',
  title: 'FedEx',
  paths: fedexPaths,
  credentials: 'form',
  request: fedexRequest,
  read: readFedexAnswer,
  errorsOf: fedexErrors,
};

const ups: Adapter = {
  carrier: 'UPS',
  title: 'UPS',
  paths: upsPaths,
  credentials: 'basic',
  request: upsRequest,
  read: readUpsAnswer,
  errorsOf: upsErrors,
};

/** One source for each account given; none asks anybody before it is asked. */
export function openLocationSources(accounts: {
  readonly fedex?: CarrierAccount | undefined;
  readonly ups?: CarrierAccount | undefined;
}): LocationSource[] {
  return [
    ...(accounts.fedex === undefined ? [] : [sourceOf(accounts.fedex, fedex)]),
    ...(accounts.ups === undefined ? [] : [sourceOf(accounts.ups, ups)]),
  ];
}

function sourceOf(account: CarrierAccount, adapter: Adapter): LocationSource {
  const post = openCarrier(account, adapter);
  const find = async (search: SourceSearch): Promise<SourceAnswer> => {
    const body = await post(adapter.request(search, account.alcoholTypes));
    const answer = adapter.read(body, account.alcoholTypes);
    if (answer !== undefined) return answer;
    const said = adapter.errorsOf(body).slice(0, 200);
    throw new SourceFailed(adapter.title, said === '' ? 'its answer cannot be read' : said, { isRefusal: said !== '' });
  };
  return { carrier: adapter.carrier, find: guarded(adapter.title, find) };
}
