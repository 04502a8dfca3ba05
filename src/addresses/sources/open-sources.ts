/** Creates the location sources of the configured carriers. */
import type { CarrierApiAccount } from '../../platform/config.ts';
import type { LocationCarrier } from '../location.ts';
import { type LocationSource, SourceError, type SourceResult, type SourceSearch } from '../location-source.ts';
import { type CarrierInterface, connectCarrier } from './carrier-http.ts';
import { withCircuitBreaker } from './circuit-breaker.ts';
import { fedexErrors, fedexPaths, fedexRequest, parseFedexResponse } from './fedex.ts';
import { parseUpsResponse, upsErrors, upsPaths, upsRequest } from './ups.ts';

interface Adapter extends CarrierInterface {
  readonly carrier: LocationCarrier;
  readonly request: (search: SourceSearch, alcoholTypes: readonly string[]) => unknown;
  readonly read: (body: unknown, alcoholTypes: readonly string[]) => SourceResult | undefined;
}

const fedex: Adapter = {
  carrier: 'FEX',
  title: 'FedEx',
  paths: fedexPaths,
  credentials: 'form',
  request: fedexRequest,
  read: parseFedexResponse,
  errorsOf: fedexErrors,
};

const ups: Adapter = {
  carrier: 'UPS',
  title: 'UPS',
  paths: upsPaths,
  credentials: 'basic',
  request: upsRequest,
  read: parseUpsResponse,
  errorsOf: upsErrors,
};

/** One source for each given account. Sends no request until one is searched. */
export function openLocationSources(accounts: {
  readonly fedex?: CarrierApiAccount | undefined;
  readonly ups?: CarrierApiAccount | undefined;
}): LocationSource[] {
  return [
    ...(accounts.fedex === undefined ? [] : [sourceOf(accounts.fedex, fedex)]),
    ...(accounts.ups === undefined ? [] : [sourceOf(accounts.ups, ups)]),
  ];
}

function sourceOf(account: CarrierApiAccount, adapter: Adapter): LocationSource {
  const post = connectCarrier(account, adapter);
  const find = async (search: SourceSearch): Promise<SourceResult> => {
    const body = await post(adapter.request(search, account.alcoholTypes));
    const result = adapter.read(body, account.alcoholTypes);
    if (result !== undefined) return result;
    const errors = adapter.errorsOf(body).slice(0, 200);
    const message = errors === '' ? 'its response could not be parsed' : errors;
    throw new SourceError(adapter.title, message, { isRefusal: errors !== '' });
  };
  return { carrier: adapter.carrier, find: withCircuitBreaker(adapter.title, find) };
}
